package io.spate.source;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/** What reading splits needs of the engine. Used by one thread. */
interface InputOpener {
    /**
     * Opens an object to read a part of it in sequence. Sends nothing yet.
     *
     * @param core what is read as a whole
     * @param touched the core and perhaps a little around it
     */
    ObjectInput open(ObjectInfo object, ByteRange core, ByteRange touched);

    /** Whether one more range may be fetched ahead, in some bucket at least. */
    boolean hasRoom();

    /** How many inputs are worth having open: as many as ranges may be fetched ahead in one bucket. */
    int capacity();
}
