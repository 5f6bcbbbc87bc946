import 'temporal-polyfill/global'
import { readFileSync } from 'node:fs'
import { guessSample } from '/work/w-mapped/apps/server/src/features/sources/mapped/read-sample.ts'
import { previewSample } from '/work/w-mapped/apps/server/src/features/sources/mapped/preview-sample.ts'
const facts = { timeZone: 'Europe/Berlin', country: process.env.C ?? 'US', ownNumbers: process.env.C ? [] : ['+12125550100'] }
for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file)
  const t = performance.now()
  const guess = await guessSample({ bytes, isCut: false }, facts)
  const t2 = performance.now()
  console.log('=====', file, guess.rows, 'rows', Math.round(t2 - t), 'ms')
  for (const r of guess.reasons) console.log('  ', r.part, r.confidence, r.why)
  console.log(JSON.stringify(guess.mapping))
  const p = await previewSample({ bytes, isCut: false }, guess.mapping, { sourceSystem: 'x', ...facts, statusWords: [], settings: {} })
  console.log(p.problem, p.counts, p.warnings, Math.round(performance.now() - t2), 'ms')
  for (const r of p.rows.slice(0, 3)) console.log(r.line, r.legs, JSON.stringify(r.call), r.problems.map(x => x.description).join(' '))
  const bad = p.rows.filter(r => r.call === null)
  for (const r of bad.slice(0, 3)) console.log('BAD', r.line, r.problems.map(x => x.description).join(' '))
}
