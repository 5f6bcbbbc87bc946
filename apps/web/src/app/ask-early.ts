import type { Report } from '@callboard/contract/reports'

/** Asked by every page of the app. */
const always = ['/api/settings/menu', '/api/settings', '/api/user/me']

/** What the first sight needs has been taken by then; anything else should be asked anew. */
const maxAgeMs = 10_000

/**
 * Asks for what the first sight of a page needs, while its code is still fetched; the app takes the answers by
 * lib/api/early-answers.ts. It stands in index.html, where first-pages-plugin.ts puts it, and imports nothing. What it asks
 * otherwise than the page would is asked by the page again.
 */
export function askEarly(storedSession: string): void {
  const { token, timeZone } = readStored(storedSession)
  const json = 'application/json'
  const bearer = `Bearer ${token}`
  const answers = new Map<string, Promise<Response>>()
  window.earlyAnswers = answers
  setTimeout(() => delete window.earlyAnswers, maxAgeMs)

  async function ask(path: string, given?: object): Promise<Response> {
    const body = given === undefined ? null : JSON.stringify(given)
    const method = body === null ? 'GET' : 'POST'
    const headers = { Accept: json, Authorization: bearer, ...(body !== null && { 'Content-Type': json }) }
    const answer = fetch(path, { method, headers, body })
    answers.set([method, path, json, bearer, body ?? ''].join(' '), answer)
    return await answer
  }

  async function askReport(id: string): Promise<void> {
    const answer = await ask(`/api/reporting/${id}`)
    if (!answer.ok || location.search !== '') return
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- what checks answers is not here yet
    const report: Report = await answer.clone().json()
    if (report.kind === 'details') return
    const page = { number: 1, size: 1000 }
    await ask('/api/reporting/runreport', {
      reportId: id,
      parameters: defaultValues(report),
      steps: [],
      timeZone,
      page,
    })
  }

  async function askAll(): Promise<void> {
    const [, reportId] = /^\/reports\/([0-9a-f-]{36})$/.exec(location.pathname) ?? []
    const report = reportId === undefined ? undefined : askReport(reportId)
    await Promise.all([report, ...always.map(async (path) => await ask(path))])
  }

  // Whoever takes an answer is told of its error.
  askAll().catch(() => undefined)
}

function readStored(session: string): { token: string; timeZone: string } {
  const bytes = Uint8Array.from(atob(session), (character) => character.charCodeAt(0))
  // oxlint-disable-next-line typescript/no-unsafe-return -- what checks it is not here yet
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** The parameters of a report that nobody has given others, as its page sends them. */
function defaultValues({ parameters, definition }: Report): Record<string, unknown> {
  const defaults = { period: { relative: 'last30Days' }, comparison: definition.compare ?? null }
  const values: Record<string, unknown> = {}
  for (const { name, type, default: given } of parameters) {
    if (type === 'period' || type === 'comparison') values[name] = given ?? defaults[type]
    else if (type === 'weekdays') values[name] = given ?? definition.matchWeekdays
    else if (given !== null && !(Array.isArray(given) && given.length === 0))
      values[name] = Array.isArray(given) ? given : [given]
  }
  return values
}
