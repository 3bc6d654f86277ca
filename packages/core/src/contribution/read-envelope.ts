/**
 * The request body of a contribution: ITS-REST NewContribution (UPDATE_VERSION, UPDATE_AUDIT, UPDATE_ATTESTATION), or the RM
 * classes that the installed base sends in their place. Everything is read before anything is refused, so that all
 * mistakes are reported at once.
 */
import { asDvText, asParty, type AuditInput } from '../change-control/audit.ts';
import { codeAsDvCodedText, readCode, type CodeGroup } from '../change-control/codes.ts';
import type { VersionUid } from '../change-control/version-uid.ts';
import { CdrError, type Issue } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { ChangeType, LifecycleState } from '../ports/store.ts';
import { checkRm } from '../validation/check-rm.ts';
import { chosenUid, precedingOf, versionUidOf, type Report } from './read-uids.ts';

export interface Envelope {
  /** Chosen by the client. */
  readonly uid: string | undefined;
  readonly audit: AuditInput;
  readonly versions: readonly EnvelopeVersion[];
}

export interface EnvelopeVersion {
  /** `/versions[i]` */
  readonly path: string;
  readonly changeType: ChangeType;
  readonly lifecycleState: LifecycleState;
  /** What the version says itself; an attestation has no default of its own. */
  readonly statedLifecycle: LifecycleState | undefined;
  readonly preceding: VersionUid | undefined;
  /** As sent; a deletion's is ignored. */
  readonly data: JsonValue | undefined;
  readonly uid: string | undefined;
  readonly audit: AuditInput;
  readonly attestations: readonly AuditInput[];
  readonly signature: string | undefined;
}

/** Where the envelope is silent. */
export interface AuditDefaults {
  readonly committer: JsonObject;
  readonly description?: JsonObject;
}

const ENVELOPE = new Set(['_type', 'uid', 'versions', 'audit']);
const VERSION = new Set([
  '_type',
  'uid',
  'preceding_version_uid',
  'other_input_version_uids',
  'contribution',
  'commit_audit',
  'attestations',
  'lifecycle_state',
  'signature',
  'data',
  'template_id',
]);
/** ITS-REST and RM names of what a version may be sent as. */
const VERSION_TYPES: readonly JsonValue[] = ['ORIGINAL_VERSION', 'UPDATE_VERSION', 'VERSION'];
const ATTESTATION_TYPES: readonly string[] = ['UPDATE_ATTESTATION', 'ATTESTATION'];
const AUDIT_TYPES: readonly string[] = ['UPDATE_AUDIT', 'AUDIT_DETAILS', ...ATTESTATION_TYPES];
const AUDIT = new Set(['_type', 'system_id', 'time_committed', 'change_type', 'description', 'committer']);
/** Members of a version that a further attestation of an existing one has no use for. */
const NOT_ATTESTED = ['data', 'signature', 'attestations'];
const ATTESTATION = new Set(['attested_view', 'proof', 'items', 'reason', 'is_pending']);

/** Throws `invalid_body` with all issues. */
export function readEnvelope(body: JsonObject, defaults: AuditDefaults): Envelope {
  const issues: Issue[] = [];
  const report: Report = (path, code, message) => void issues.push({ path, code, message });
  refuseUnknown(body, ENVELOPE, '', report);

  const audit = body['audit'];
  if (audit === undefined) report('/audit', 'missing_attribute', 'A contribution needs an audit');
  const committer = committerOf(audit, '/audit', report) ?? defaults.committer;
  const list = body['versions'];
  if (!Array.isArray(list) || list.length === 0) {
    report('/versions', 'missing_attribute', 'A contribution needs a list of at least one version');
  }
  const versions = (Array.isArray(list) ? list : []).map((version: JsonValue, index) =>
    readVersion(version, `/versions[${index}]`, committer, report),
  );
  const types = new Set(versions.map(({ changeType }) => changeType));
  const [only] = types;
  const changeType = codeAt('change', member(audit, 'change_type'), '/audit/change_type', report);
  const envelope: Envelope = {
    uid: chosenUid(body['uid'], report),
    versions,
    audit: {
      ...(audit === undefined ? {} : readAudit(audit, '/audit', report)),
      ...(defaults.description && member(audit, 'description') === undefined && { description: defaults.description }),
      committer,
      changeType: changeType ?? (types.size === 1 && only !== undefined ? only : '251'),
    },
  };
  if (issues.length > 0) throw new CdrError('invalid_body', 'The body is not a valid CONTRIBUTION', { issues });
  return envelope;
}

function readVersion(version: JsonValue, path: string, fallback: JsonObject, report: Report): EnvelopeVersion {
  if (!isJsonObject(version)) report(path, 'wrong_type', 'Expected an object');
  const object = isJsonObject(version) ? version : {};
  refuseUnknown(object, VERSION, path, report);
  refuseUnusable(object, path, report);
  const commitAudit = object['commit_audit'];
  const auditPath = `${path}/commit_audit`;
  if (commitAudit === undefined) report(auditPath, 'missing_attribute', 'A version needs a commit_audit');
  const changeType = codeAt('change', member(commitAudit, 'change_type'), `${auditPath}/change_type`, report);
  if (changeType === undefined && commitAudit !== undefined) {
    report(`${auditPath}/change_type`, 'missing_attribute', 'A commit_audit needs a change_type');
  }
  const deletes = changeType === '523';
  const state = codeAt('lifecycle', object['lifecycle_state'], `${path}/lifecycle_state`, report);
  if (state === '523' && changeType !== undefined && !deletes) {
    report(
      `${path}/lifecycle_state`,
      'lifecycle_state',
      'Only change type 523|deleted| leads to lifecycle state 523|deleted|',
    );
  }
  const attestations = object['attestations'];
  const audit: AuditInput = {
    ...readAudit(commitAudit, auditPath, report),
    changeType: changeType ?? '251',
    committer: committerOf(commitAudit, auditPath, report) ?? fallback,
  };
  if (changeType === '666' && !audit.attestation) {
    report(
      `${auditPath}/reason`,
      'missing_attribute',
      'Change type 666|attestation| needs an UPDATE_ATTESTATION with a reason',
    );
  }
  const { data } = object;
  const preceding = precedingOf(object['preceding_version_uid'], `${path}/preceding_version_uid`, report);
  const read: EnvelopeVersion = {
    path,
    changeType: audit.changeType,
    lifecycleState: deletes ? '523' : (state ?? '532'),
    statedLifecycle: state,
    preceding,
    data,
    // What a deletion brings along as data is ignored, with its uid.
    uid: versionUidOf(object['uid'], { data: deletes ? undefined : data, preceding }, `${path}/uid`, report),
    audit,
    attestations: (Array.isArray(attestations) ? attestations : []).map((one: JsonValue, index) =>
      readAttestation(one, `${path}/attestations[${index}]`, audit.committer, report),
    ),
    signature: typeof object['signature'] === 'string' ? object['signature'] : undefined,
  };
  checkChangeType(read, object, report);
  return read;
}

/** UPDATE_ATTESTATION of a version that is committed with it; its change type can only be one. */
function readAttestation(value: JsonValue, path: string, fallback: JsonObject, report: Report): AuditInput {
  const changeType = codeAt('change', member(value, 'change_type'), `${path}/change_type`, report);
  if (changeType !== undefined && changeType !== '666') {
    report(`${path}/change_type`, 'change_type', 'An attestation has the change type 666|attestation|');
  }
  return {
    ...readAudit(value, path, report, ATTESTATION_TYPES),
    changeType: '666',
    committer: committerOf(value, path, report) ?? fallback,
  };
}

/** What would be lost without a word if it were not refused. */
function refuseUnusable(object: JsonObject, path: string, report: Report): void {
  const { _type: type, signature, attestations, other_input_version_uids: merged } = object;
  if (type !== undefined && !VERSION_TYPES.includes(type)) {
    report(`${path}/_type`, 'wrong_type', 'Expected UPDATE_VERSION or ORIGINAL_VERSION');
  }
  if (signature !== undefined && typeof signature !== 'string') {
    report(`${path}/signature`, 'wrong_type', 'Expected a string');
  }
  if (attestations !== undefined && !Array.isArray(attestations)) {
    report(`${path}/attestations`, 'wrong_type', 'Expected a list of UPDATE_ATTESTATION');
  }
  if (merged !== undefined && !(Array.isArray(merged) && merged.length === 0)) {
    report(`${path}/other_input_version_uids`, 'unsupported', 'Versions that are merged from others are not kept here');
  }
}

/** Which change types need a preceding version, and which need data. */
function checkChangeType(version: EnvelopeVersion, object: JsonObject, report: Report): void {
  const { changeType, path, data } = version;
  const preceding = object['preceding_version_uid'];
  if (changeType === '249' && preceding !== undefined) {
    report(`${path}/preceding_version_uid`, 'preceding_version', 'A creation has no preceding version');
  }
  const inferred = isJsonObject(data) && data['_type'] === 'EHR_STATUS';
  if (changeType !== '249' && preceding === undefined && !inferred) {
    report(`${path}/preceding_version_uid`, 'missing_attribute', 'This change type needs the preceding version uid');
  }
  for (const name of changeType === '666' ? NOT_ATTESTED : []) {
    if (!isNothing(object[name])) report(`${path}/${name}`, name, `An attestation carries no ${name}`);
  }
  if (changeType !== '666' && changeType !== '523' && data === undefined) {
    report(`${path}/data`, 'missing_attribute', 'This change type needs data');
  }
}

/** Committer and change type are read by the caller: they have defaults. */
function readAudit(
  audit: JsonValue | undefined,
  path: string,
  report: Report,
  types = AUDIT_TYPES,
): Omit<AuditInput, 'changeType' | 'committer'> {
  if (audit === undefined) return {};
  if (!isJsonObject(audit)) {
    report(path, 'wrong_type', `Expected ${types.join(' or ')}`);
    return {};
  }
  const { _type: type, reason } = audit;
  const isOneOf = (known: readonly string[]): boolean => typeof type === 'string' && known.includes(type);
  const attests =
    types === ATTESTATION_TYPES || isOneOf(ATTESTATION_TYPES) || (type === undefined && reason !== undefined);
  if (type !== undefined && !isOneOf(types)) {
    report(`${path}/_type`, 'wrong_type', `Expected ${types.join(' or ')}`);
  }
  refuseUnknown(audit, attests ? AUDIT.union(ATTESTATION) : AUDIT, path, report);
  const description = audit['description'];
  if (description !== undefined && typeof description !== 'string' && !isJsonObject(description)) {
    report(`${path}/description`, 'wrong_type', 'Expected a DV_TEXT or a string');
  }
  if (attests && reason === undefined) report(`${path}/reason`, 'missing_attribute', 'An attestation needs a reason');
  const read = {
    ...((typeof description === 'string' || isJsonObject(description)) && { description: asDvText(description) }),
    ...(attests && { attestation: attestationOf(audit) }),
  };
  checkParts(read, path, report);
  return read;
}

/** The parts in the place of those that are read elsewhere, or not known before the commit. */
function checkParts(
  { description, attestation }: Pick<AuditInput, 'description' | 'attestation'>,
  path: string,
  report: Report,
): void {
  const whole: JsonObject = {
    _type: attestation ? 'ATTESTATION' : 'AUDIT_DETAILS',
    system_id: 'here',
    time_committed: { _type: 'DV_DATE_TIME', value: '2000-01-01T00:00:00Z' },
    change_type: codeAsDvCodedText('change', '666'),
    committer: { _type: 'PARTY_SELF' },
    ...(description && { description }),
    // That it has none is said already.
    ...(attestation && { ...attestation, reason: attestation['reason'] ?? asDvText('none') }),
  };
  const { structural, invariants } = checkRm(whole, 'AUDIT_DETAILS');
  for (const issue of [...structural, ...invariants]) report(`${path}${issue.path}`, issue.code, issue.message);
}

/** The attributes that ATTESTATION adds to AUDIT_DETAILS. */
function attestationOf(audit: JsonObject): JsonObject {
  const { attested_view, proof, items, reason, is_pending } = audit;
  return {
    ...(attested_view !== undefined && { attested_view }),
    ...(proof !== undefined && { proof }),
    ...(items !== undefined && { items }),
    reason: typeof reason === 'string' ? asDvText(reason) : reason,
    is_pending: is_pending ?? false,
  };
}

function committerOf(audit: JsonValue | undefined, path: string, report: Report): JsonObject | undefined {
  const committer = member(audit, 'committer');
  if (committer === undefined) return undefined;
  if (typeof committer !== 'string' && !isJsonObject(committer)) {
    report(`${path}/committer`, 'wrong_type', 'Expected a PARTY_PROXY');
    return undefined;
  }
  return attempt(path, report, () => asParty(committer));
}

const codeAt = <G extends CodeGroup>(group: G, value: JsonValue | undefined, path: string, report: Report) =>
  attempt(path, report, () => readCode(group, value));

/** Turns the refusal of a part into issues of the whole. */
function attempt<T>(path: string, report: Report, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CdrError)) throw error;
    const { issues } = error.fields;
    if (issues) for (const issue of issues) report(`${path}${issue.path}`, issue.code, issue.message);
    else report(path, error.code, error.message);
    return undefined;
  }
}

function refuseUnknown(object: JsonObject, known: ReadonlySet<string>, path: string, report: Report): void {
  for (const name of Object.keys(object)) {
    if (!known.has(name)) report(`${path}/${name}`, 'unknown_attribute', 'There is no such attribute here');
  }
}

const isNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

const member = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined;
