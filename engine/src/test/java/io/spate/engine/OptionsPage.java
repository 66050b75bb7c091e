package io.spate.engine;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes {@code docs/options.md} from the table of options. */
final class OptionsPage {
    private static final String INTRODUCTION =
            """
            # Options

            <!-- Generated from io.spate.engine.Option. To change it, change that and run the command in OptionsPageTest. -->

            Every part of Spate takes the same options by the same names. An unknown or misspelled option, a value of the
            wrong form, or one out of range is an error that names the option and what was expected.

            """;

    private static final String NOTES =
            """

            The scope says whether an option can differ between buckets (`bucket`), or is one for everything a process does
            (`process`).

            ## Options for one bucket

            `bucket.NAME.OPTION` sets an option for the bucket `NAME` only. All other options of that bucket are those set
            for all. Bucket names may have dots.

            ```
            endpoint = https://s3.oss-cn-hangzhou.aliyuncs.com
            bucket.archive.endpoint = http://ceph.example.org:7480
            bucket.archive.access-key = reader
            bucket.archive.secret-key = ...
            ```

            Some options mean something only together. A bucket that sets any of a group takes none of that group from
            those set for all:

            %s

            ## Sizes, durations and counts

            | type | written as |
            |---|---|
            | size | bytes, or a whole number and a unit: `8388608`, `8 MiB`, `8mb`, `8m`. The units are `b`, `k`, `m`, `g`, `t`, also as `kb` or `kib` and so on, in upper or lower case; each is 1024 of the one before. |
            | duration | a whole number and a unit: `500 ms`, `30 s`, `3 min`. The units are `ms`, `s` or `sec`, `m` or `min`, `h`, `d`. |
            | count | a whole number |
            | URL | `http://host:port` or `https://host:port`; the port may be left out |

            ## Credentials

            | value of `credentials` | requests are signed with |
            |---|---|
            | `auto` | as `static` where `access-key` is set, else as `default` |
            | `static` | `access-key` and `secret-key`, and `session-token` for temporary credentials |
            | `anonymous` | nothing: for buckets that everybody may read |
            | `default` | what is found first: `OSS_ACCESS_KEY_ID`, `OSS_ACCESS_KEY_SECRET` and `OSS_SESSION_TOKEN` of the environment, where the endpoint is one of `aliyuncs.com`, or another one and `AWS_ACCESS_KEY_ID` is not set; then the chain of the AWS SDK: Java system properties, the `AWS_` variables, a web identity token (with the module `sts` of the SDK on the class path), the profile in `~/.aws`, the role of the container, the role of the machine |

            `secret-key`, `session-token` and `customer-key` are never printed, neither in logs nor in errors.
            """;

    private OptionsPage() {}

    static String render() {
        String rows = Option.ALL.stream().map(OptionsPage::row).collect(Collectors.joining());
        String groups = SpateOptions.GROUPS.stream().map(OptionsPage::bullet).collect(Collectors.joining("\n"));
        return INTRODUCTION
                + "| option | type | default | what it does | scope |\n|---|---|---|---|---|\n"
                + rows
                + NOTES.formatted(groups);
    }

    private static String bullet(Set<String> group) {
        return Option.ALL.stream()
                .map(Option::key)
                .filter(group::contains)
                .map(key -> "`" + key + "`")
                .collect(Collectors.joining(", ", "- ", ""));
    }

    private static String row(Option<?> option) {
        String type = option.typeName().contains("|")
                ? "`" + option.typeName().replace(" | ", "`, `") + "`"
                : option.typeName();
        return "| `" + option.key() + "` | " + type + " | " + option.defaultText() + " | " + option.sentence() + " | "
                + option.scope().name().toLowerCase(Locale.ROOT) + " |\n";
    }
}
