/** The definitions of tables in Flink SQL. */
package io.spate.table;
