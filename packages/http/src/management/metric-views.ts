import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

/** One metric as the management surface shows it. */
export interface MetricView {
  readonly name: string;
  readonly metric_type: string;
  readonly help: string;
  readonly measurements: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

export const metricNames = (registry: Registry): readonly string[] =>
  registry
    .getMetricsAsArray()
    .map((metric) => metric.name)
    .sort();

/** Undefined when there is no metric of that name. */
export async function metricView(registry: Registry, name: string): Promise<MetricView | undefined> {
  // The registry looks names up in an object, and finds `constructor` there.
  const metric = metricNames(registry).includes(name) ? registry.getSingleMetric(name) : undefined;
  if (metric === undefined) return undefined;
  const found: MetricObjectWithValues<MetricValue<string>> = await metric.get();
  return {
    name,
    metric_type: String(found.type),
    help: found.help,
    measurements: found.values.map((sample) => ({
      labels: {
        ...labelsOf(sample.labels),
        // The samples of a histogram tell what they are by their own name.
        ...('metricName' in sample && sample.metricName !== name && { sample: String(sample.metricName) }),
      },
      value: sample.value,
    })),
  };
}

const labelsOf = (labels: Partial<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, String(value)]));
