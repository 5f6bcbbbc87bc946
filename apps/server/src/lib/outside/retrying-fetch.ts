import { setTimeout as pause } from 'node:timers/promises'

export interface Timeouts {
  /** How long a server may take until it answers, and between two pieces of its answer. */
  answerMs: number
  /** Before each further attempt. */
  pausesMs: readonly number[]
}

/** An upload may take this much longer for each byte: 2 Mbit/s. */
const msPerSentByte = 1 / 256

/**
 * `fetch` for a server that may be busy or away for a moment: asks again when there is no answer in time, or one of 429
 * or 5xx. The body must be one that can be sent again, such as a Blob. The answer's body fails when nothing more comes.
 */
export function retryingFetch(timeouts: Timeouts): typeof fetch {
  return async (input, init) => {
    const { answerMs, pausesMs } = timeouts
    for (const pauseMs of [...pausesMs, undefined]) {
      const answer = await attempt(input, init, answerMs).catch((error: unknown) => {
        if (pauseMs === undefined) throw error
      })
      const mayGetBetter = answer === undefined || answer.status === 429 || answer.status >= 500
      if (answer !== undefined && (!mayGetBetter || pauseMs === undefined)) return answer
      await answer?.body?.cancel().catch(() => undefined)
      // Not all at once, where many wait for the same server.
      await pause((pauseMs ?? 0) * (0.5 + Math.random()))
    }
    throw new TypeError('not reached')
  }
}

async function attempt(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  answerMs: number,
): Promise<Response> {
  const stop = new AbortController()
  const within = async <T>(answer: Promise<T>, ms: number): Promise<T> => {
    const timer = setTimeout(() => stop.abort(new Error(`no answer within ${ms / 1000} s`)), ms)
    return await answer.finally(() => clearTimeout(timer))
  }
  const sentBytes = init?.body instanceof Blob ? init.body.size : 0
  const response = await within(
    fetch(input, { ...init, signal: stop.signal }),
    answerMs + sentBytes * msPerSentByte,
  )
  if (response.body === null) return response
  const pieces = watched(response.body, async (piece) => await within(piece, answerMs))
  const { status, statusText, headers } = response
  return new Response(ReadableStream.from(pieces), { status, statusText, headers })
}

/** Time counts only while a piece is asked for: whoever listens slowly is not cut off. */
async function* watched(
  body: ReadableStream<Uint8Array>,
  within: <T>(piece: Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
