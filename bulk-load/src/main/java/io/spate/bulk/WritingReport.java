package io.spate.bulk;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code spate demo-write} has found out.
 *
 * @param openUploads what the kill left behind: uploads that were begun and will never be completed
 */
record WritingReport(EventCheck.Found found, WritingJob.Result job, long openUploads) {
    /** As one JSON object. */
    String json() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("events", found.events());
        members.put("found", found.found());
        members.put("duplicates", found.duplicates());
        members.put("missing", missing());
        members.put("wrong", found.wrong());
        members.put("objects", found.objects());
        members.put("bytes", found.bytes());
        members.put("restarts", job.restarts());
        members.put("restoredCheckpoint", job.restoredCheckpoint());
        members.put("openUploads", openUploads);
        members.put("seconds", Math.round(job.seconds() * 1000) / 1000.0);
        return Json.of(members);
    }

    /** As a table for people. */
    String text() {
        return String.format(
                Locale.ROOT,
                "events       %,d%nfound        %,d%nduplicates   %,d%nmissing      %,d%nwrong        %,d%nobjects      %,d%n"
                        + "bytes        %,d%nrestarts     %d, from checkpoint %d%nopen uploads %d%nseconds      %.2f",
                found.events(),
                found.found(),
                found.duplicates(),
                missing(),
                found.wrong(),
                found.objects(),
                found.bytes(),
                job.restarts(),
                job.restoredCheckpoint(),
                openUploads,
                job.seconds());
    }

    private long missing() {
        return found.events() - found.found();
    }
}
