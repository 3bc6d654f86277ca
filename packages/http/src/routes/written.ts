import type { CommittedVersion } from '@cairn/core';
import {
  etagOf,
  lastModified,
  segment,
  tagHeaders,
  writtenAnswer,
  writtenBody,
  type Answer,
  type Call,
} from '../routing/index.ts';

/** The answer to a create or an update of a versioned object. */
export function versionWritten(
  call: Call,
  version: CommittedVersion,
  about: { readonly created: boolean; readonly rmType: string; readonly resource: string },
): Promise<Answer> {
  return writtenAnswer(call, {
    uid: version.uid,
    created: about.created,
    path: `/ehr/${version.ehrId}/${about.resource}/${segment(version.uid)}`,
    time: version.timeCommitted,
    ...(version.tags && { headers: tagHeaders(version.tags) }),
    representation: () => writtenBody(call, version.data ?? {}, about.rmType),
  });
}

/** The answer to a logical deletion: always 204, with the uid of the version that deletes. */
export const deletedAnswer = (call: Call, version: CommittedVersion): Answer => ({
  status: 204,
  headers: { ...etagOf(call, version.uid), ...lastModified(version.timeCommitted) },
});
