import type { Body } from '@callboard/contract/endpoint'
import type { createRecordingTicket } from '@callboard/contract/recording-tickets'
import { emptyGuid } from '@callboard/contract/scalars'
import { authenticateSessionOf, type Credentials } from '../../../access/authenticate.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import type { Caller } from '../../../access/callers/caller.ts'
import { selectSessionToken } from '../../../access/callers/store.ts'
import { hashToken, newSessionToken } from '../../../access/sign-in/tokens.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { getVisibleRecording, listeningTo } from './listening.ts'
import * as store from '../keeping/store.ts'

const firstUseMs = 60_000
const lifeMs = 3_600_000

/**
 * An address of the sound for a player that sends no headers. Throws `notAudible` for a version that the caller may not
 * hear now, and `reasonRequired`.
 */
export async function createTicket(
  reading: CallerReading,
  { id, redacted, reason: given, isDownload }: Body<typeof createRecordingTicket> & { id: string },
): Promise<{ url: string; expiresAt: string }> {
  const { db, caller } = reading
  const recording = await getVisibleRecording(reading, id)
  const listening = await listeningTo(reading, recording, { redacted })
  const reason = redacted ? null : (given ?? listening.reason)
  const { error } = listening
  if (error !== undefined && (error.code !== 'reasonRequired' || reason === null)) throw error
  const token = newSessionToken()
  const now = Date.now()
  await store.insertTicket(db, {
    token_hash: hashToken(token),
    session_id: caller.sessionId,
    masked_user_id: caller.viewedBy === null ? null : caller.userId,
    recording_id: recording.id,
    is_redacted: redacted,
    is_download: isDownload,
    reason,
    created_at: new Date(now),
    first_used_at: null,
  })
  return {
    url: `/api/callrecording/ticket/${token}`,
    expiresAt: new Date(now + lifeMs).toISOString(),
  }
}

/**
 * Who holds a ticket, with the rights of this moment. Throws `notFound` for one that is unknown or has ended, as for one
 * whose session has, or that comes with the token of another session or as another view than it was made in.
 */
export async function openTicket(
  db: Db,
  token: string,
  { authorization, viewAsUser, origin }: Credentials,
): Promise<{ ticket: store.TicketRow; caller: Caller }> {
  const ticket = await store.selectTicket(db, hashToken(token))
  if (ticket === undefined || hasEnded(ticket)) throw notFound()
  if (viewAsUser !== undefined && viewAsUser.toLowerCase() !== (ticket.masked_user_id ?? emptyGuid))
    throw notFound()
  const credentials = { viewAsUser: ticket.masked_user_id ?? undefined, origin }
  const caller = await authenticateSessionOf(db, ticket.session_id, credentials).catch((error: unknown) => {
    throw error instanceof AppError ? notFound() : error
  })
  if (authorization !== undefined && !(await isOfSession(db, authorization, ticket))) throw notFound()
  return { ticket, caller }
}

/** A player sends no token; whoever sends one is who it says. */
async function isOfSession(
  db: Db,
  authorization: string,
  { session_id: sessionId }: store.TicketRow,
): Promise<boolean> {
  const hash = await selectSessionToken(db, sessionId)
  const given = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? ''
  return hash !== undefined && Buffer.from(hash).equals(hashToken(given))
}

function hasEnded({ created_at: createdAt, first_used_at: firstUsedAt }: store.TicketRow): boolean {
  const end = firstUsedAt === null ? createdAt.getTime() + firstUseMs : firstUsedAt.getTime() + lifeMs
  return end <= Date.now()
}
