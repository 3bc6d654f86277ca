import type { JsonValue } from '../json/value.ts';

/** What AQL asks of an external terminology server (AQL 1.1 "TERMINOLOGY"). */
export interface TerminologyService {
  /**
   * `operation`: `expand`, `validate`, `lookup`, `map`, `subsumes`, in lower case; `service`: the name of the API, such as
   * `hl7.org/fhir/r4`, or `uri` when `parameters` is a terminology URI; `parameters`: its parameters as a query string.
   *
   * `expand` gives a list of {@link TerminologyCode}, `validate` and `subsumes` a boolean. A rejection fails the query;
   * a service that may be slow has to give up by itself.
   */
  call(operation: string, service: string, parameters: string): Promise<JsonValue>;
}

/** A member of an expanded value set. */
export interface TerminologyCode {
  readonly terminologyId: string;
  readonly code: string;
}
