declare global {
  interface Window {
    /** Answers under way, by method, address, accepted type, authorization and body of the request. */
    earlyAnswers?: Map<string, Promise<Response>>
  }
}

/**
 * The answer to what index.html has asked already, while the code of the page was fetched (app/ask-early.ts). Each is given
 * once, to a request that is the same in all that makes an answer.
 */
export function takeEarlyAnswer(
  url: string,
  { method, headers, body }: { method: string; headers: Headers; body: BodyInit | null },
): Promise<Response> | undefined {
  if (headers.has('X-Masked-User')) return undefined
  const text = typeof body === 'string' ? body : ''
  const key = [method, url, headers.get('Accept'), headers.get('Authorization'), text].join(' ')
  const answer = window.earlyAnswers?.get(key)
  window.earlyAnswers?.delete(key)
  return answer
}

/** After a change, what was asked before it may say what no longer is. */
export function forgetEarlyAnswers(): void {
  delete window.earlyAnswers
}
