import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { serve } from './listening.ts'

/** What a service of speech to text was sent. */
export interface Heard {
  authorization: string | undefined
  fields: Record<string, string>
  wav: Buffer
}

export interface SpeechService {
  host: string
  heard: Heard[]
  /** How it answers what it hears; `answerSegments` unless set. */
  answer: (response: ServerResponse, heard: Heard) => unknown
}

export const answerSegments: SpeechService['answer'] = (response) => {
  const segments = [{ id: 0, start: 1.6, end: 1.9, text: ' Good morning ', tokens: [1, 2], temperature: 0 }]
  response.end(JSON.stringify({ task: 'transcribe', duration: 2, text: ' Good morning', segments }))
}

const Fields = z.record(z.string(), z.string())

/** Starts a service that takes sound as that of OpenAI does, until the tests of the file have run. */
export async function startSpeechService(): Promise<SpeechService> {
  const service: SpeechService = { host: '', heard: [], answer: answerSegments }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    // oxlint-disable-next-line typescript/no-deprecated -- of no use to a server of many, and enough here
    const form = await new Response(await buffer(request), { headers }).formData()
    const file = form.get('file')
    if (!(file instanceof File)) throw new Error('no file was sent')
    form.delete('file')
    const heard = {
      authorization: request.headers.authorization,
      fields: Fields.parse(Object.fromEntries(form)),
      wav: Buffer.from(await file.arrayBuffer()),
    }
    service.heard.push(heard)
    await service.answer(response, heard)
  }
  service.host = await serve(createServer((request, response) => void handle(request, response)))
  return service
}
