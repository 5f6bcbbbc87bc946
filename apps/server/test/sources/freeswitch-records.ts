/** A leg as tests say it: times are seconds after `2026-03-10T14:00:00Z`. */
interface LegRecord {
  uuid: string
  /** The leg that called it into being. */
  origin?: string
  direction?: 'inbound' | 'outbound' | undefined
  from?: string
  name?: string
  to: string
  context?: string
  start: number
  answer?: number
  bridge?: number
  end: number
  cause?: string
  q850?: string
  /** What the SIP stack did at the end: `recv_bye`. */
  disposition?: string
  /** Where the dial plan sent it on, and when. */
  transfers?: readonly { to: string; at: number }[]
  /** Seconds on hold. */
  held?: number
  /** Whom it called. */
  dialled?: readonly string[]
  variables?: Record<string, string>
}

const startSeconds = Date.parse('2026-03-10T14:00:00Z') / 1000

function microseconds(at: number | undefined): string {
  return at === undefined ? '0' : String(Math.round((startSeconds + at) * 1_000_000))
}

function seconds(at: number | undefined): string {
  return at === undefined ? '0' : String(Math.floor(startSeconds + at))
}

/** What `mod_json_cdr` writes of a leg, with what this reads and some of what it does not. */
export function detailRecord(leg: LegRecord) {
  const { uuid, origin, direction = origin === undefined ? 'inbound' : 'outbound', to } = leg
  const { start, answer, bridge, end, cause = 'NORMAL_CLEARING', q850 = '16', transfers = [] } = leg
  return {
    'core-uuid': '8f2a6c1e-0000-4000-8000-000000000000',
    switchname: 'pbx1',
    channel_data: { state: 'CS_REPORTING', direction, state_number: '11', flags: '0=1;1=1', caps: '1=1' },
    variables: {
      direction,
      uuid,
      session_id: '7',
      ...(origin !== undefined && { originator: origin, originating_leg_uuid: origin }),
      call_uuid: origin ?? uuid,
      sip_call_id: `${uuid}@198.51.100.7`,
      read_codec: 'PCMU',
      hangup_cause: cause,
      hangup_cause_q850: q850,
      ...(leg.disposition !== undefined && { sip_hangup_disposition: leg.disposition }),
      start_stamp: '2026-03-10 09:00:00',
      start_epoch: seconds(start),
      start_uepoch: microseconds(start),
      answer_epoch: seconds(answer),
      answer_uepoch: microseconds(answer),
      bridge_epoch: seconds(bridge),
      bridge_uepoch: microseconds(bridge),
      end_epoch: seconds(end),
      end_uepoch: microseconds(end),
      duration: String(Math.floor(end) - Math.floor(start)),
      billsec: answer === undefined ? '0' : String(Math.floor(end) - Math.floor(answer)),
      digits_dialed: 'none',
      rtp_audio_in_mos: '4.42',
      ...leg.variables,
    },
    callflow: callflowOf(leg, [{ to, at: start }, ...transfers]).toReversed(),
  }
}

/** The first first; FreeSWITCH writes the last first. */
function callflowOf(leg: LegRecord, steps: readonly { to: string; at: number }[]) {
  const { uuid, from = '+13125550142', name = from, context = 'public', held = 0, dialled = [] } = leg
  return steps.map(({ to, at }, index) => {
    const isLast = index === steps.length - 1
    return {
      dialplan: 'XML',
      profile_index: String(index + 1),
      caller_profile: {
        username: from,
        caller_id_name: name,
        caller_id_number: from,
        rdnis: index === 0 ? '' : to,
        destination_number: to,
        uuid,
        source: 'mod_sofia',
        context,
        ...(isLast &&
          dialled.length > 0 && {
            originatee: {
              originatee_caller_profiles: dialled.map((number) => ({ destination_number: number })),
            },
          }),
      },
      times: {
        created_time: microseconds(leg.start),
        profile_created_time: microseconds(at),
        hold_accum_time: isLast ? String(held * 1_000_000) : '0',
        hangup_time: isLast ? microseconds(leg.end) : '0',
      },
    }
  })
}

/** A call from outside that an extension answered after ten seconds, both its legs. */
export const answeredCall = [
  {
    uuid: 'a-leg',
    name: 'Grace Hopper',
    to: '+18005550100',
    start: 0.25,
    answer: 10.5,
    bridge: 10.5,
    end: 70.75,
    disposition: 'recv_bye',
    dialled: ['1002'],
  },
  {
    uuid: 'b-leg',
    origin: 'a-leg',
    to: '1002',
    start: 0.5,
    answer: 10.3,
    bridge: 10.5,
    end: 70.75,
    disposition: 'send_bye',
  },
].map((leg) => detailRecord(leg))

/** As `text/event-plain` has it: `variable_…` and headers, all percent-encoded. */
export function plainEvent({ variables, callflow, channel_data }: ReturnType<typeof detailRecord>): string {
  const [last] = callflow
  const headers = {
    'Event-Name': 'CHANNEL_HANGUP_COMPLETE',
    'Event-Date-Local': '2026-03-10 09:01:10',
    'Unique-ID': variables.uuid,
    'Call-Direction': channel_data.direction,
    'Caller-Caller-ID-Name': last?.caller_profile.caller_id_name ?? '',
    'Caller-Caller-ID-Number': last?.caller_profile.caller_id_number ?? '',
    'Caller-Destination-Number': last?.caller_profile.destination_number ?? '',
    'Caller-Context': last?.caller_profile.context ?? '',
    'Caller-Profile-Index': '1',
    'Caller-Profile-Created-Time': last?.times.profile_created_time ?? '',
    'Caller-Channel-Hold-Accum': last?.times.hold_accum_time ?? '',
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variable_${name}`, value])),
  }
  const body = Object.entries(headers)
    .map(([name, value]) => `${name}: ${encodeURIComponent(value)}\n`)
    .join('')
  return `Content-Length: ${body.length + 1}\nContent-Type: text/event-plain\n\n${body}\n`
}
