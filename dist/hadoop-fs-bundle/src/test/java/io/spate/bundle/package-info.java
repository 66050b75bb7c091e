/** Tests of the jar that users put beside Hadoop. */
package io.spate.bundle;
