/** Tests of the jar that users give to Flink SQL. */
package io.spate.bundle;
