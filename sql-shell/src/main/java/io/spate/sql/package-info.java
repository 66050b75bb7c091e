/** {@code spate sql}: Flink SQL in one process, with tables of objects and without a Flink. */
package io.spate.sql;
