import { formatDuration } from '@callboard/contract/format'
import type { DemoCall } from './demo-call.ts'
import { instantText } from './instant-text.ts'
import { secondsOf } from './outcome.ts'

type Step = [atMs: number, step: string, detail: string]

/** What a call went through, in five to seven steps, as JSON. Nothing in the details needs escaping. */
export function routeTrace(call: DemoCall): string {
  const steps = call.direction === 'inbound' ? inboundSteps(call) : outboundSteps(call)
  if (call.endedMs !== null)
    steps.push([call.endedMs, 'ended', `After ${formatDuration(secondsOf(call.outcome))}`])
  let json = ''
  for (const [atMs, step, detail] of steps) {
    json += `${json === '' ? '[' : ','}{"at":"${instantText(atMs, 'T')}Z","step":"${step}","detail":"${detail}"}`
  }
  return `${json}]`
}

function inboundSteps({ outcome, startedMs, line, extension, rules, agent, ...call }: DemoCall): Step[] {
  const { ivr, queue, ring } = outcome
  const [tod, route, team] = [rules?.tod.name ?? '', rules?.route.name ?? '', rules?.team.name ?? '']
  const steps: Step[] = [[startedMs, 'received', `${line.number} by ${line.network}`]]
  if (ivr > 0 && queue > 0) steps.push([startedMs + 40, 'rule', `${tod}, ${route}`])
  else steps.push([startedMs + 40, 'rule', tod], [startedMs + 90, 'route', route])
  if (ivr > 0) steps.push([startedMs + 600, 'menu', `${formatDuration(ivr)}, chose ${team}`])
  if (queue > 0) steps.push([startedMs + ivr * 1000 + 100, 'queued', `${team}, ${formatDuration(queue)}`])
  const rangMs = startedMs + (ivr + queue) * 1000
  const person = agent === '' ? team : `${agent}, ${team}`
  steps.push([rangMs + 120, 'rang', `${extension.branch.name}: ${person}`])
  if (call.answeredMs !== null) steps.push([call.answeredMs, 'answered', agent])
  else if (call.status === 'voicemail')
    steps.push([rangMs + ring * 1000, 'voicemail', `Message of ${formatDuration(outcome.message)}`])
  else if (steps.length < 5 && call.endedMs !== null)
    steps.push([call.endedMs - 30, call.status, 'No answer'])
  return steps
}

function outboundSteps({ outcome, startedMs, line, extension, caller, agent, ...call }: DemoCall): Step[] {
  const steps: Step[] = [
    [startedMs, 'dialled', `${caller?.number ?? ''} by ${agent}`],
    [startedMs + 60, 'number', `Shows ${line.number}`],
    [startedMs + 110, 'network', line.network],
    [startedMs + 400, 'rang', `From ${extension.branch.name}`],
  ]
  const rungMs = startedMs + outcome.ring * 1000
  if (call.answeredMs !== null) steps.push([call.answeredMs, 'answered', 'By the called party'])
  else if (call.status === 'voicemail')
    steps.push([rungMs, 'voicemail', `Message of ${formatDuration(outcome.message)}`])
  return steps
}
