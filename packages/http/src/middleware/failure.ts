import type { Context } from 'hono';
import { errorXml, HttpError, refusalOf } from '../errors/index.ts';
import { entityTag, negotiate } from '../headers/index.ts';
import { describeFailure, type Logging } from '../logging/index.ts';
import { toResponse, type AppEnv } from '../routing/index.ts';

/** Turns any error into its answer; what nobody foresaw is logged, without its message. */
export function failureHandler(logging: Logging, weakEtags: boolean) {
  const log = logging.logger('cairn::server');
  return (error: unknown, c: Context<AppEnv>): Response => {
    const refusal = refusalOf(error, (uid) => entityTag(uid, weakEtags));
    if (!refusal.foreseen) {
      const about = { request_id: c.get('requestId'), route: c.get('route'), code: refusal.body.code };
      log.error({ ...about, failure: describeFailure(error) }, 'request failed');
    }
    const { status, headers, body } = refusal;
    // JSON unless the client takes XML and no JSON.
    const asXml =
      negotiate(c.req.header('accept'), ['json', 'xml']) === 'xml' &&
      negotiate(c.req.header('accept'), ['json']) === undefined;
    if (asXml) return toResponse(c, { status, headers, body: errorXml(body), format: 'xml' });
    return toResponse(c, { status, headers, body: JSON.stringify(body), format: 'json' });
  };
}

export function notFound(): never {
  throw new HttpError('route_not_found', 'There is nothing at this address.');
}
