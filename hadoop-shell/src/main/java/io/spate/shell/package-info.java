/**
 * {@code spate hadoop}: Hadoop's file system shell and DistCp in one process, with {@code spate://} and without a Hadoop.
 */
package io.spate.shell;
