import { vi } from 'vitest'

export interface Sent {
  method: string
  path: string
  /** `page=2`, or nothing. */
  query: string
  headers: Headers
  body: unknown
}

type Answer = { status?: number; body?: unknown }

/** Answers by method and path, as `POST /api/auth/login`; anything else is not found. Answers with what was sent. */
export function answerCalls(answers: Record<string, Answer | ((sent: Sent) => Answer)>): Sent[] {
  const calls: Sent[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const sent = sentOf(url, init)
    calls.push(sent)
    const known = answers[`${sent.method} ${sent.path}`]
    const { status = 200, body } = typeof known === 'function' ? known(sent) : (known ?? notFound)
    return Promise.resolve(
      status === 204 ? new Response(null, { status }) : new Response(JSON.stringify(body), { status }),
    )
  })
  return calls
}

/** What was sent that changes something, or asks with a body. */
export function changesOf(calls: readonly Sent[]): Sent[] {
  return calls.filter(({ method }) => method !== 'GET')
}

export function errorAnswer(code: string, description: string, status = 400): Answer {
  return { status, body: [{ code, description }] }
}

const notFound = errorAnswer('notFound', 'There is nothing here.', 404)

function sentOf(url: string, { method = 'GET', headers, body }: RequestInit): Sent {
  const json: unknown = typeof body === 'string' ? JSON.parse(body) : body
  const [path = '', query = ''] = url.split('?')
  return { method, path, query, headers: new Headers(headers), body: json }
}
