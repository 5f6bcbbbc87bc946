import * as comments from '@callboard/contract/recording-comments'
import * as spans from '@callboard/contract/recording-spans'
import * as uses from '@callboard/contract/recording-uses'
import { createRecordingTicket } from '@callboard/contract/recording-tickets'
import * as endpoints from '@callboard/contract/recordings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { download, request, send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { jsonType } from '#web/lib/api/http.ts'

/** While it is examined, of which an original has more to send each time, and while it is written down. */
const pollMs = { redacted: 2000, original: 5000, spoken: 10_000, awaited: 30_000 }

const fetchPollMs = 5000

function pauseBefore(recording: endpoints.Recording | undefined, isRedacted: boolean): number | false {
  if (recording?.redactionStatus === 'pending') return isRedacted ? pollMs.redacted : pollMs.original
  if (recording?.speech.state !== 'waiting') return false
  return recording.speech.notBefore === null ? pollMs.spoken : pollMs.awaited
}

/** Asked for again until it has been examined, and written down. */
export const recordingQuery = (id: string, isRedacted: boolean) =>
  queryOptions({
    ...endpointQuery('recording', endpoints.getRecording, {
      params: { id },
      query: { redacted: isRedacted ? 'true' : 'false' },
    }),
    refetchInterval: ({ state: { data } }) => pauseBefore(data, isRedacted),
    // Each look at an original is on record: none for the window's focus alone.
    refetchOnWindowFocus: isRedacted,
    staleTime: 60_000,
  })

/** Asked for again while some are being fetched. */
export const callRecordingsQuery = (callId: string) =>
  queryOptions({
    ...endpointQuery('recording', endpoints.listCallRecordings, { params: { id: callId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.fetches.some(({ state }) => state === 'waiting') === true && fetchPollMs,
  })

export const commentsQuery = (id: string) =>
  endpointQuery('recording', comments.listRecordingComments, { params: { id } })

export const usePageSize = 20

export const usesQuery = (id: string, page: number) => ({
  ...endpointQuery('recording', uses.searchRecordingUses, {
    params: { id },
    body: { page, pageSize: usePageSize },
  }),
  placeholderData: keepPreviousData,
})

interface TicketWish {
  id: string
  isRedacted: boolean
  reason?: string | undefined
  isDownload?: boolean
}

/** An address of the sound that needs no token. */
export async function askForUrl({ id, isRedacted, reason, isDownload = false }: TicketWish): Promise<string> {
  const body = { redacted: isRedacted, isDownload, ...(reason !== undefined && { reason }) }
  return (await send(createRecordingTicket, { params: { id }, body })).url
}

export async function createComment(id: string, at: number, text: string): Promise<unknown> {
  return await send(comments.createRecordingComment, { params: { id }, body: { at, text } })
}

export async function deleteComment(id: string, commentId: string): Promise<unknown> {
  return await send(comments.deleteRecordingComment, { params: { id, commentId } })
}

/** As people read it, of the version that is shown. */
export async function downloadTranscript({ id, redacted }: endpoints.Recording): Promise<void> {
  const query = { redacted: redacted ? 'true' : 'false' } as const
  await download(endpoints.getTranscript, { params: { id }, query }, endpoints.transcriptFormats.txt)
}

/** Has speech to text make the transcript. */
export async function makeTranscript(id: string): Promise<unknown> {
  return await send(endpoints.createTranscript, { params: { id } })
}

/** Of JSON or WebVTT, as its name says. */
export async function uploadTranscript(id: string, file: File): Promise<unknown> {
  const type = /\.vtt$/i.test(file.name) ? 'text/vtt' : jsonType
  const parts = { params: { id }, body: new Blob([file], { type }) }
  return await request(endpoints.updateTranscript, parts, { accept: jsonType })
}

export async function saveSpans(id: string, edit: spans.SpansEdit): Promise<endpoints.Recording> {
  return await send(spans.updateSpans, { params: { id }, body: edit })
}
