package io.spate.source;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/** What reading splits needs of the engine. Used by one thread. */
interface InputOpener {
    /** Opens an object to read a part of it in sequence. Sends nothing yet. */
    ObjectInput open(ObjectInfo object, ByteRange expected);

    /** Whether one more range may be fetched ahead, over all inputs. */
    boolean hasRoom();

    /** How many ranges may be fetched ahead, over all inputs. */
    int capacity();
}
