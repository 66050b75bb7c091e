package io.spate.hadoop.it;

import java.lang.reflect.Method;
import java.util.Optional;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Holds Hadoop's tests to the table of {@link KnownLimit}s: one that fails or skips itself must be in it, and one that is in it
 * must not pass.
 */
final class KnownLimits implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context, true);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context, true);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context, false);
    }

    private static void run(Invocation<Void> invocation, ExtensionContext context, boolean isTest) throws Throwable {
        String test = context.getRequiredTestClass().getSimpleName() + "#"
                + context.getRequiredTestMethod().getName();
        Optional<KnownLimit> limit = KnownLimit.of(test);
        try {
            invocation.proceed();
        } catch (TestAbortedException skipped) {
            throw limit.isPresent()
                    ? skipped
                    : new AssertionError(test + " was skipped, which is not in " + KnownLimit.RESOURCE, skipped);
        } catch (Throwable failure) {
            throw limit.isPresent() ? new TestAbortedException(limit.get().reason(), failure) : failure;
        }
        if (isTest && limit.isPresent() && !limit.get().isOfSomeParameters()) {
            throw new AssertionError(test + " passes: take it out of " + KnownLimit.RESOURCE);
        }
    }
}
