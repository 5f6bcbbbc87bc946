import { Readable } from 'node:stream'
import * as rulesEndpoints from '@callboard/contract/recording-rules'
import * as spanEndpoints from '@callboard/contract/recording-spans'
import * as useEndpoints from '@callboard/contract/recording-uses'
import { createRecordingTicket } from '@callboard/contract/recording-tickets'
import * as endpoints from '@callboard/contract/recordings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { credentialsOf } from '../../access/authenticate.ts'
import { originOf } from '../../access/callers/origin.ts'
import { soundThreads } from '../../audio/sound-worker.ts'
import { routeReading, routeTo, routeWith } from '../../http/crud.ts'
import { isStillAllowed, route, type Routing } from '../../http/route.ts'
import { type Job, nightly } from '../../jobs/queue.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { parseJson } from '../../lib/json.ts'
import { checkFiles } from './keeping/check-files.ts'
import { destroyOriginals } from './redaction/destroy-originals.ts'
import { updateSpans } from './redaction/edit-spans.ts'
import { attachEarlyJob, uploadRecordingOfSource } from './arrivals/early-recordings.ts'
import { fetchRecordingJob, resumeFetches, retryFetch } from './arrivals/fetches.ts'
import { getVisibleRecording, listeningTo } from './listening/listening.ts'
import { commentRoutes } from './listening/comment-routes.ts'
import { getRecording, listCallRecordings, type RecordingRuntime, updateTranscript } from './recordings.ts'
import { getTranscriptFile } from './listening/transcript-file.ts'
import { recordingFileName } from './listening/file-name.ts'
import { getRules, redactAgain, reworkJob, updateRules } from './redaction/rules.ts'
import { soundAnswer } from './listening/sound-answer.ts'
import { speechRoutes } from './speech-routes.ts'
import { sweepFiles } from './keeping/storage.ts'
import * as store from './keeping/store.ts'
import { createTicket, openTicket } from './listening/tickets.ts'
import { readWebVtt } from './speech/transcript.ts'
import { transcriptJobs } from './transcripts/transcripts.ts'
import { uploadRecording } from './arrivals/upload.ts'
import { listUses, recordTicketUse, recordUse } from './listening/uses.ts'
import { tryWaiting } from './redaction/waiting.ts'
import { queueWork, workJob, workOnRecording } from './redaction/work.ts'

/** One hears recordings of the calls whose details one may see. */
const access = 'reporting.call.details'
const sending = { apiKey: 'ingest', orAdmin: true } as const

export async function routes(routing: Routing, runtime: RecordingRuntime): Promise<void> {
  addListening(routing, runtime)
  addTickets(routing, runtime)
  addRules(routing, runtime)
  commentRoutes(routing, runtime)
  speechRoutes(routing, runtime)
  const { calls, snapshots, queue, recordingFiles: files } = runtime
  const { db } = routing

  const stored = { calls, snapshots }
  routeReading(routing, endpoints.listCallRecordings, { access, parts: stored, rule: listCallRecordings })
  routeReading(routing, useEndpoints.searchRecordingUses, {
    access: { allOf: [access, 'recording.unredacted'] },
    parts: stored,
    rule: listUses,
  })

  route(routing, spanEndpoints.updateSpans, {
    access: { allOf: [access, 'recording.unredacted'] },
    handler: async ({ caller, params, body, signal, request }) => {
      const reading = { db, calls, snapshots, caller, signal }
      await updateSpans({ ...reading, queue }, params.id, body)
      const { address } = originOf(request)
      return await getRecording(reading, params.id, { redacted: false, address })
    },
  })

  route(routing, endpoints.retryRecordingFetch, {
    access: sending,
    handler: async ({ caller, params, signal }) =>
      await retryFetch({ db, calls, snapshots, queue, caller, signal }, params.id),
  })

  await withBodies(routing, (app) => {
    const parts = { db, files, calls, snapshots, queue, awaitedCalls: runtime.awaitedCalls }
    app.addContentTypeParser([...endpoints.audioTypes], (_request, body, parsed) => parsed(null, body))
    route({ ...routing, app }, endpoints.uploadRecording, {
      access: sending,
      handler: async ({ caller, params, query, body, signal, request }) =>
        await uploadRecording(parts, {
          ...query,
          caller,
          callId: params.id,
          chunks: soundOf(request, body),
          signal,
        }),
    })
    route({ ...routing, app }, endpoints.uploadRecordingOfSource, {
      access: { apiKey: 'ingest' },
      handler: async ({ caller, params, query, body, request }) =>
        await uploadRecordingOfSource(parts, {
          ...query,
          ...params,
          caller,
          chunks: soundOf(request, body),
        }),
    })
  })
  await addTranscripts(routing, runtime)
}

/** The body of a request. Throws `AppError` for what is no sound as its headers say. */
function soundOf({ headers }: FastifyRequest, body: unknown): AsyncIterable<Uint8Array> {
  if (!(body instanceof Readable)) throw new AppError('malformedBody', 'The body is empty.')
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = headers
  if (encoding !== 'identity') throw new AppError('unsupportedMediaType', 'The body must not be compressed.')
  if (Number(length ?? 0) > endpoints.recordingBytesLimit)
    throw new AppError('payloadTooLarge', `A recording is ${endpoints.recordingRule}.`)
  // Whoever sends what is not taken is answered: the connection outlives the reading.
  return body.iterator({ destroyOnReturn: false })
}

async function addTranscripts(
  routing: Routing,
  { calls, snapshots, queue }: RecordingRuntime,
): Promise<void> {
  const { db } = routing
  await withBodies(routing, (app) => {
    app.addContentTypeParser(
      ['application/json', 'text/vtt'],
      { parseAs: 'string', bodyLimit: transcriptBytesLimit },
      (request, body, parsed) => {
        try {
          const isJson = request.headers['content-type']?.startsWith('application/json') === true
          parsed(null, isJson ? parseJson(String(body)) : { turns: readWebVtt(String(body)) })
        } catch (error) {
          parsed(error instanceof Error ? error : new Error(String(error)))
        }
      },
    )
    route({ ...routing, app }, endpoints.updateTranscript, {
      access: sending,
      handler: async ({ caller, params, body, signal }) =>
        await updateTranscript({ db, calls, snapshots, queue, caller, signal }, params.id, body),
    })
  })
}

function addRules(routing: Routing, { queue }: RecordingRuntime): void {
  const declared = { access: 'admin', parts: { db: routing.db, queue } } as const
  routeTo(routing, rulesEndpoints.getRecordingRules, { access: 'admin', rule: getRules })
  routeWith(routing, rulesEndpoints.updateRecordingRules, { ...declared, rule: updateRules })
  routeWith(routing, rulesEndpoints.redactCustomerRecordings, { ...declared, rule: redactAgain })
}

const transcriptBytesLimit = 8 << 20

/** Adds routes whose bodies are not the usual ones. */
async function withBodies({ app }: Routing, add: (app: FastifyInstance) => void): Promise<void> {
  await app.register((own, _options, done) => {
    own.removeAllContentTypeParsers()
    add(own)
    done()
  })
}

function addListening(routing: Routing, { calls, snapshots, recordingFiles: files }: RecordingRuntime): void {
  const { db } = routing
  route(routing, endpoints.getTranscript, {
    access,
    handler: async ({ caller, params, query, signal, request }) =>
      await getTranscriptFile({ db, calls, snapshots, caller, signal }, params.id, {
        ...query,
        address: originOf(request).address,
      }),
  })
  route(routing, endpoints.getRecording, {
    access,
    handler: async ({ caller, params, query, accept, signal, request }) => {
      const reading = { db, calls, snapshots, caller, signal }
      const { redacted = true } = query
      const { address } = originOf(request)
      if (accept === 'application/json') return await getRecording(reading, params.id, { redacted, address })
      const recording = await getVisibleRecording(reading, params.id)
      const listening = await listeningTo(reading, recording, { redacted })
      const use = { caller, address, recordingId: recording.id, kind: 'play' } as const
      const fileName = listening.isAudible
        ? await recordingFileName(reading, recording, { redacted })
        : undefined
      const record = async () => await recordUse(db, use, listening)
      return soundAnswer(files, recording, { listening, isSaved: false, fileName, record })
    },
  })
}

function addTickets(routing: Routing, { calls, snapshots, recordingFiles: files }: RecordingRuntime): void {
  const { db } = routing
  const parts = { calls, snapshots }
  routeReading(routing, createRecordingTicket, { access, parts, rule: createTicket })

  route(routing, endpoints.getRecordingByTicket, {
    // The ticket says who asks.
    access: 'public',
    handler: async ({ params, signal, request }) => {
      const credentials = credentialsOf(request)
      const { address } = credentials.origin
      const { ticket, caller } = await openTicket(db, params.ticket, credentials)
      if (!isStillAllowed(access, caller)) throw notFound()
      const reading = { db, calls, snapshots, caller, signal }
      const recording = await getVisibleRecording(reading, ticket.recording_id)
      const listening = await listeningTo(reading, recording, { redacted: ticket.is_redacted })
      const { is_download: isSaved, is_redacted: redacted } = ticket
      const isNamed = isSaved && listening.isAudible
      const fileName = isNamed ? await recordingFileName(reading, recording, { redacted }) : undefined
      const record = async () => await recordTicketUse(db, { caller, address }, ticket)
      return soundAnswer(files, recording, { listening, isSaved, fileName, record })
    },
  })
}

const WorkData = z.object({ id: z.string() })
const hourMs = 3_600_000

const destroyJob = 'destroy-originals'
const DestroyData = z.object({ id: z.string().optional() })

export function jobs(runtime: RecordingRuntime): Job[] {
  const {
    db,
    calls,
    snapshots,
    ingest,
    queue,
    sound,
    redactionPlanner,
    speech,
    log,
    recordingFiles: files,
    recordingWorkFolder: workFolder,
    allowedAddresses,
    recordingOrigins: origins,
    awaitedCalls,
  } = runtime
  const originals = { db, calls, snapshots, ingest, files }
  const parts = { db, queue, sound, redactionPlanner, files, workFolder, log }
  const work = async (id: string) => {
    const done = await workOnRecording(parts, id)
    // Where another process writes calls, that one does it.
    if (done !== 'waits' && ingest.isWriter) await destroyOriginals(originals, id)
    else if (done !== 'waits') await queue.add(destroyJob, { id })
    return done
  }
  return [
    {
      name: workJob,
      concurrency: soundThreads,
      work: async (data) => void (await work(WorkData.parse(data).id)),
    },
    {
      name: 'try-waiting-recordings',
      cron: '* * * * *',
      work: async () => await tryWaiting(db, { work, queue: async (id) => await queueWork(queue, id) }),
    },
    {
      // What a process of several left when it ended, or was given up after many attempts.
      name: 'resume-recordings',
      cron: '23 * * * *',
      work: async () => {
        for (const id of await store.selectPending(db, new Date(Date.now() - hourMs)))
          await queueWork(queue, id)
        await resumeFetches({ db, queue })
      },
    },
    reworkJob(parts),
    ...transcriptJobs({ ...parts, calls, snapshots, speech }),
    fetchRecordingJob({ db, queue, ingest, files, allowedAddresses, origins }),
    attachEarlyJob({ db, files, calls, snapshots, queue, awaitedCalls, ingest, log }),
    // Those whose hold has ended, and those for which no transcript came.
    {
      name: destroyJob,
      cron: nightly,
      writesCalls: true,
      work: async (data) => await destroyOriginals(originals, DestroyData.parse(data).id),
    },
    { name: 'check-recording-files', cron: nightly, work: async () => await checkFiles({ db, files, log }) },
    { name: 'sweep-recording-files', cron: nightly, work: async () => await sweepFiles({ db, files }) },
    {
      name: 'delete-old-recording-tickets',
      cron: nightly,
      work: async () => await store.deleteTicketsBefore(db, new Date(Date.now() - 24 * hourMs)),
    },
  ]
}
