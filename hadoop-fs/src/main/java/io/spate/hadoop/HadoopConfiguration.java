package io.spate.hadoop;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.hadoop.conf.Configuration;

import io.spate.engine.Nearest;
import io.spate.engine.Option;
import io.spate.engine.SpateOptions;

/**
 * Reads {@code fs.spate.KEY} and {@code fs.spate.bucket.NAME.KEY} of a Hadoop configuration: the options of the engine and
 * those of {@link FileSystemOptions}. Secrets also come from credential providers. What is unknown, misspelled or out of
 * range is refused.
 */
final class HadoopConfiguration {
    static final String PREFIX = "fs.spate.";

    /** What Hadoop itself reads below the prefix. */
    private static final Set<String> OF_HADOOP = Set.of("impl", "impl.disable.cache", "automatic.close");

    private final Configuration configuration;
    private final String bucket;
    private final Map<String, String> ofEngine = new TreeMap<>();
    private final Map<String, String> ofFileSystem = new LinkedHashMap<>();

    private HadoopConfiguration(Configuration configuration, String bucket) {
        this.configuration = configuration;
        this.bucket = bucket;
    }

    /** @throws IllegalArgumentException naming the key, its value, and what was expected */
    static HadoopConfiguration read(Configuration configuration, String bucket) throws IOException {
        HadoopConfiguration read = new HadoopConfiguration(configuration, bucket);
        for (Map.Entry<String, String> entry : configuration) {
            if (entry.getKey().startsWith(PREFIX)) {
                // Not the raw value of the entry: variables are put in here.
                read.add(entry.getKey().substring(PREFIX.length()), configuration.getTrimmed(entry.getKey()));
            }
        }
        read.addSecrets();
        // So that a value that is wrong is refused before anything is opened.
        FileSystemOptions.ALL.forEach(read::get);
        return read;
    }

    SpateOptions engineOptions() {
        try {
            return SpateOptions.of(ofEngine);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Hadoop configuration '" + PREFIX + "*': " + e.getMessage(), e);
        }
    }

    /** The value of an option of the file system: that of the bucket, else that for all. */
    <T> T get(Option<T> option) {
        for (String key : List.of(bucketKey(bucket, option), option.key())) {
            String value = ofFileSystem.get(key);
            if (value != null) {
                return option.parse(PREFIX + key, value);
            }
        }
        return option.defaultValue();
    }

    private void add(String key, String value) {
        if (OF_HADOOP.contains(key)) {
            return;
        }
        String known = FileSystemOptions.ALL.stream()
                .map(Option::key)
                .filter(own ->
                        key.equals(own) || (key.startsWith(SpateOptions.BUCKET_PREFIX) && key.endsWith("." + own)))
                .findFirst()
                .orElse("");
        if (!known.isEmpty()) {
            ofFileSystem.put(key, value);
        } else {
            requireKnown(key);
            ofEngine.put(key, value);
        }
    }

    /** The engine knows its own keys only; the nearest one may be of the file system. */
    private static void requireKnown(String key) {
        List<String> all = Stream.concat(Option.ALL.stream(), FileSystemOptions.ALL.stream())
                .map(Option::key)
                .toList();
        if (!key.startsWith(SpateOptions.BUCKET_PREFIX) && !all.contains(key)) {
            throw new IllegalArgumentException("unknown option '" + PREFIX + key + "': did you mean '" + PREFIX
                    + Nearest.to(key, all) + "'? All options are in docs/options.md and docs/hadoop.md");
        }
    }

    private void addSecrets() throws IOException {
        Set<String> buckets = ofEngine.keySet().stream()
                .filter(key -> key.startsWith(SpateOptions.BUCKET_PREFIX))
                .flatMap(HadoopConfiguration::bucketOf)
                .collect(Collectors.toCollection(TreeSet::new));
        buckets.add(bucket);
        for (Option<?> option : Option.ALL) {
            if (option.isSecret() || option == Option.ACCESS_KEY) {
                addSecret(option.key());
                for (String name : buckets) {
                    addSecret(bucketKey(name, option));
                }
            }
        }
    }

    private void addSecret(String key) throws IOException {
        char[] secret = configuration.getPassword(PREFIX + key);
        if (secret != null && secret.length > 0) {
            ofEngine.put(key, new String(secret).strip());
        }
    }

    private static Stream<String> bucketOf(String key) {
        return Option.ALL.stream()
                .map(option -> "." + option.key())
                .filter(key::endsWith)
                .filter(end -> key.length() > SpateOptions.BUCKET_PREFIX.length() + end.length())
                .map(end -> key.substring(SpateOptions.BUCKET_PREFIX.length(), key.length() - end.length()));
    }

    private static String bucketKey(String bucket, Option<?> option) {
        return SpateOptions.BUCKET_PREFIX + bucket + "." + option.key();
    }
}
