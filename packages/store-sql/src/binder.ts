/** How statements that are put into words once get their values each time. */
import { is, Param, Placeholder } from './drizzle.ts';

export type NamedValues = Readonly<Record<string, unknown>>;

/** Takes a parameter of a statement, as drizzle gives it, out of the values that it is run with, the way its column stores it. */
export function binder(parameter: unknown): (values: NamedValues) => unknown {
  if (is(parameter, Placeholder)) return (values) => named(values, parameter.name);
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { value, encoder } = parameter;
  return (values) => encoder.mapToDriverValue(named(values, value.name));
}

function named(values: NamedValues, name: string): unknown {
  const value = values[name];
  if (value === undefined && !Object.hasOwn(values, name)) throw new TypeError(`A statement lacks its value ${name}`);
  return value;
}
