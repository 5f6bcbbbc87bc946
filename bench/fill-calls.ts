import { z } from 'zod'
import type { CallStore } from '../apps/server/src/db/calls/call-store.ts'
import { Integer } from '../apps/server/src/db/calls/row-values.ts'
import { loadGeography, type Place } from '../apps/server/src/lib/geo/place-of-number.ts'
import type { CallColumnName } from '../apps/server/src/report-engine/summary/call-columns.ts'
import { businesses } from '../apps/server/src/setup/demo/businesses.ts'
import { channels } from '../apps/server/src/setup/demo/channels.ts'
import { randomOf } from '../apps/server/src/setup/demo/random.ts'
import { buildSwitchboard } from '../apps/server/src/setup/demo/switchboard.ts'

const days = 728
const dayMs = 86_400_000
const callBatchSize = 1_000_000
const placesEach = 300

/**
 * Calls of two years up to now, made by the engine itself: the customers, numbers, sources and places of the demo, as
 * many different callers as a quarter of the calls, names, texts and routing traces as long as real ones. Row by row
 * the same for the same count. Returns when the newest of them starts, in milliseconds.
 */
export async function fillCalls(
  calls: CallStore,
  { count, nowMs, onProgress }: { count: number; nowMs: number; onProgress: (done: number) => void },
): Promise<number> {
  const params = {
    ...listParams(),
    total: count,
    from_ms: (Math.floor(nowMs / dayMs) - days - 2) * dayMs,
    days,
  }
  for (let from = 0; from < count; from += callBatchSize) {
    const rows = Math.min(callBatchSize, count - from)
    await calls.command({ sql: insertSql, params: { ...params, first: from, rows }, executionSeconds: 3600 })
    onProgress(from + rows)
  }
  const [newest] = await calls.query({
    sql: 'SELECT toUnixTimestamp64Milli(max(started_at)) AS ms FROM calls',
    row: z.object({ ms: Integer }),
  })
  return newest?.ms ?? nowMs
}

/** The index (1 to 6) of the customer of each hundredth of the calls, and the lists per customer that rows draw from. */
function listParams() {
  const geography = loadGeography()
  const switchboards = businesses.map((business) => buildSwitchboard(business, { seed: 1, toMs: 0 }))
  const shares = businesses.flatMap(({ share }, at) =>
    Array.from({ length: Math.round(share * 100) }, () => at + 1),
  )
  const places = businesses.flatMap(({ branches }) => {
    const near = branches.flatMap(({ postalPrefixes }) =>
      postalPrefixes.flatMap((prefix) => placesOf(prefix, geography)),
    )
    return Array.from({ length: placesEach }, (_, at) => near[at % near.length] ?? geography.ofZip('10001'))
  })
  const random = randomOf('hours')
  // Business hours of the customer, in UTC with a constant offset.
  const hours = Array.from({ length: 100 }, () => 8 + Math.floor((random() + random()) * 6))
  const marketing = Object.values(channels)
  return {
    shares,
    hours,
    customer_ids: businesses.map(({ customerId }) => customerId),
    currencies: businesses.map(({ currency }) => currency),
    lines: switchboards.map(({ lines }) => lines.map(({ number }) => number)),
    locations: businesses.map(({ branches }) => branches.map(({ code }) => code)),
    agents: switchboards.map(({ extensions }) => extensions.flatMap(({ agents }) => agents)),
    routes: switchboards.map(({ routes }) => routes.map(({ code }) => code)),
    tods: switchboards.map(({ phases }) => phases.map(({ code }) => code)),
    teams: switchboards.map(({ teams }) => teams.map(({ code }) => code)),
    sources: marketing.map(({ source }) => source),
    mediums: marketing.map(({ medium }) => medium),
    campaigns: marketing.map(({ campaign }) => campaign),
    services: businesses.map(({ trade }) => [...trade.services]),
    sites: businesses.map(({ site }) => site),
    cities: places.map(({ city }) => city),
    states: places.map(({ state }) => state),
    counties: places.map(({ county }) => county),
    zipcodes: places.map(({ zipcode }) => zipcode),
    postalcodes: places.map(({ postalcode }) => postalcode),
    metros: places.map(({ metro }) => metro),
    countries: places.map(({ country }) => country),
    zones: places.map(({ timeZone }) => timeZone),
    latitudes: places.map(({ latitude }) => latitude ?? 0),
    longitudes: places.map(({ longitude }) => longitude ?? 0),
  }
}

function placesOf(prefix: string, geography: ReturnType<typeof loadGeography>): Place[] {
  const codes = /^\d/.test(prefix)
    ? Array.from({ length: 100 }, (_, last) => prefix + String(last).padStart(2, '0'))
    : 'ABCEGHJKLMNPRSTVWXYZ'.split('').map((last) => prefix + last)
  return codes
    .map((code) => (/^\d/.test(code) ? geography.ofZip(code) : geography.ofPostalCode(code)))
    .filter(({ precision, city }) => precision === 'zip' && city !== '')
}

type Column = CallColumnName | 'version' | 'content_hash' | 'received_at'

/** Names and the expressions they are filled by; `u…` are the facts of the row, drawn in the inner query. */
const columns: readonly (readonly [column: Column, expression: string])[] = [
  ['id', 'reinterpretAsUUID(concat(reinterpretAsFixedString(u1), reinterpretAsFixedString(u2)))'],
  ['customer_id', '{customer_ids:Array(UUID)}[c]'],
  ['source_system', "'bench'"],
  ['external_call_id', "concat('filled-', toString(n))"],
  ['version', '0'],
  ['content_hash', 'u2'],
  ['received_at', 'addSeconds(started, 600)'],
  ['direction', "if(is_inbound, 'inbound', 'outbound')"],
  ['status', 'state'],
  ['answered_by', "if(is_answered, 'person', '')"],
  ['hangup_by', "if(u1 % 3 = 0, 'agent', 'caller')"],
  ['hangup_cause', 'if(is_answered, 16, 19)'],
  ['tracking_number', 'line'],
  ['caller_number', 'if(is_inbound, caller, line)'],
  ['target_number', 'if(is_inbound, {lines:Array(Array(String))}[c][1], caller)'],
  [
    'caller_name',
    "if(caller_hash % 4 = 0, '', concat({agents:Array(Array(String))}[c][1 + caller_hash % 4], ' ', toString(caller_hash % 500)))",
  ],
  ['started_at', 'started'],
  ['answered_at', 'if(is_answered, addSeconds(started, ring), NULL)'],
  ['ended_at', 'addSeconds(started, ring + talk)'],
  ['duration', 'ring + talk'],
  ['ring_duration', 'ring'],
  ['ivr_duration', '0'],
  ['hold_duration', 'if(is_answered AND u2 % 7 = 0, intDiv(talk, 5), 0)'],
  ['queue_duration', '0'],
  ['talk_duration', 'if(is_answered, talk, 0)'],
  ['billable_duration', 'intDiv(talk + 59, 60) * 60'],
  ['city', '{cities:Array(String)}[p]'],
  ['state', '{states:Array(String)}[p]'],
  ['county', '{counties:Array(String)}[p]'],
  ['zipcode', '{zipcodes:Array(String)}[p]'],
  ['postalcode', '{postalcodes:Array(String)}[p]'],
  ['country', '{countries:Array(String)}[p]'],
  ['npanxx', 'toString(210 + p % 700) || toString(220 + caller_hash % 12)'],
  ['metro', '{metros:Array(String)}[p]'],
  ['latitude', '{latitudes:Array(Float64)}[p]'],
  ['longitude', '{longitudes:Array(Float64)}[p]'],
  ['caller_time_zone', '{zones:Array(String)}[p]'],
  ['geo_precision', "'zip'"],
  ['geo_source', "'source'"],
  ['first_time', "if(is_inbound AND caller != '', u2 % 4 = 0, NULL)"],
  ['prior_calls', "if(is_inbound AND caller != '', u2 % 4, NULL)"],
  ['network', "['NLC', 'BRV', 'SKY'][1 + cityHash64(line) % 3]"],
  ['number', 'line'],
  ['location', '{locations:Array(Array(String))}[c][1 + u1 % length({locations:Array(Array(String))}[c])]'],
  [
    'historicalroute',
    '{routes:Array(Array(String))}[c][1 + intDiv(n * length({routes:Array(Array(String))}[c]), {total:UInt64} + 1)]',
  ],
  ['tod', '{tods:Array(Array(String))}[c][1 + u2 % length({tods:Array(Array(String))}[c])]'],
  ['rotationgroup', '{teams:Array(Array(String))}[c][1 + u3 % 2]'],
  ['agent', "if(is_answered, agent_name, '')"],
  ['route_trace', 'trace'],
  ['source', '{sources:Array(String)}[channel]'],
  ['medium', '{mediums:Array(String)}[channel]'],
  ['campaign', "replaceOne({campaigns:Array(String)}[channel], '*', service)"],
  [
    'keyword',
    "if(channel > 3 AND channel < 9, service || [' near me', '', ' prices', ' today'][1 + u3 % 4], '')",
  ],
  [
    'landing_page',
    "if(channel < 11, concat('https://', {sites:Array(String)}[c], '/', replaceAll(service, ' ', '-')), '')",
  ],
  ['referrer', "if(channel < 9, 'https://www.google.com/', '')"],
  ['gclid', "if(channel > 3 AND channel < 8, concat('Cj0KCQ', hex(u1), hex(u3)), '')"],
  ['cost', 'toDecimal64(0.005 + 0.0325 * intDiv(talk + 59, 60), 4)'],
  ['value', 'if(is_answered AND is_inbound AND u3 % 4 = 0, toDecimal64(20 + u2 % 900, 4), NULL)'],
  ['currency', '{currencies:Array(String)}[c]'],
  [
    'returned_at',
    'if(is_inbound AND NOT is_answered AND u2 % 3 != 0, addSeconds(started, 1800 + u1 % 40000), NULL)',
  ],
  ['tags', 'if(u3 % 3 = 0, [service], emptyArrayString())'],
  ['note', "if(u2 % 50 = 0, 'Wants a written quote by e-mail.', '')"],
  ['lead_status', "if(is_answered, ['Open', 'Qualified', 'Sold', 'Not a lead'][1 + u1 % 4], '')"],
  ['score', 'if(is_answered, u3 % 101, NULL)'],
]

const step = (seconds: string, name: string, detail: string) =>
  `'{"at":"', formatDateTime(addSeconds(started, ${seconds}), '%Y-%m-%dT%H:%i:%S.000Z'), '","step":"${name}","detail":"', ${detail}, '"}'`

const insertSql = `
INSERT INTO calls (${columns.map(([column]) => column).join(', ')})
SELECT ${columns.map(([, expression]) => expression).join(', ')}
FROM (
  SELECT *,
    {lines:Array(Array(String))}[c][1 + intDiv(u3, 7) % length({lines:Array(Array(String))}[c])] AS line,
    {agents:Array(Array(String))}[c][1 + u2 % length({agents:Array(Array(String))}[c])] AS agent_name,
    {services:Array(Array(String))}[c][1 + u1 % length({services:Array(Array(String))}[c])] AS service,
    1 + toUInt32(pow((u2 % 1000) / 1000, 1.4) * length({sources:Array(String)})) AS channel,
    if(u1 % 25 = 0, '', concat('+1', toString(290 + caller_hash % 10), toString(2000000 + intDiv(caller_hash, 10) % 8000000))) AS caller,
    (c - 1) * ${placesEach} + 1 + caller_hash % ${placesEach} AS p,
    concat('[', ${step('0', 'received', 'line')}, ',', ${step('0', 'rule', "'Business hours'")}, ',',
      ${step('0', 'route', "'Day routing, version 2'")}, ',', ${step('1', 'rang', 'agent_name')}, ',',
      ${step('ring', 'answered', 'agent_name')}, ',', ${step('ring + talk', 'ended', "'Normal clearing'")}, ']') AS trace
  FROM (
    SELECT *,
      fromUnixTimestamp64Milli({from_ms:Int64} + intDiv(n * {days:UInt64}, {total:UInt64}) * 86400000
        + (4 + c + {hours:Array(UInt8)}[1 + u1 % 100]) * 3600000 + u2 % 3600000, 'UTC') AS started,
      cityHash64(c, toUInt64(pow((u3 % 1000000) / 1000000, 2.5) * {total:UInt64} / 25)) AS caller_hash,
      (u1 % 10) != 0 AS is_inbound,
      multiIf(o < 72, 'answered', o < 82, 'voicemail', o < 91, 'missed', o < 97, 'abandoned', o < 99, 'busy', 'failed') AS state,
      state = 'answered' AS is_answered,
      if(o < 91, 15 + u2 % 20, u2 % 14) AS ring,
      multiIf(o < 72, toUInt32(exp(3.4 + 3.4 * ((u1 % 1009) + (u2 % 1013) + (u3 % 1019)) / 3040)), o < 82, 10 + u3 % 60, 0) AS talk
    FROM (
      SELECT number AS n, cityHash64(n, 1) AS u1, cityHash64(n, 2) AS u2, cityHash64(n, 3) AS u3,
        intDiv(u3, 11) % 100 AS o, {shares:Array(UInt8)}[1 + intDiv(u2, 13) % 100] AS c
      FROM numbers({first:UInt64}, {rows:UInt64})
    )
  )
)`
