/** Tests of {@code spate sql}. */
package io.spate.sql;
