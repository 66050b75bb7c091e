/**
 * S3-protocol stores as a file system of Apache Hadoop. {@link io.spate.hadoop.SpateFileSystem} only routes: each compound
 * operation is a class of its own, and bytes are moved by the engine.
 */
package io.spate.hadoop;
