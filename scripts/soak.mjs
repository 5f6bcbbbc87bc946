// The tests tagged `soak` with many random cases, storms and kills, then the mutants of the rules that need no portal:
// npm run soak [-- PART OF A PATH | mutants [--mutate FILE]]
// Every case prints its seed; SOAK_SEED begins with that one.
import { endAs, run } from './child.mjs'
import { at, node } from './places.mjs'
import { serverEnv } from './server-env.mjs'
import { prepare } from './setup/prepare.mjs'

const { SOAK_SEED = String(Date.now() % 1_000_000_000) } = process.env
const asked = process.argv.slice(2)
const isOfMutants = asked[0] === 'mutants'

await prepare({ forTests: true })
const ends = []
if (!isOfMutants) ends.push(await tests())
if (isOfMutants || asked.length === 0) ends.push(await mutants())
endAs(ends.find(({ code }) => code !== 0) ?? ends[0])

async function tests() {
  console.log(`SOAK_SEED=${SOAK_SEED}`)
  const args = ['run', '--project=server', '--tags-filter=soak', ...asked]
  return await run(node, [at('node_modules/vitest/vitest.mjs'), ...args], {
    env: { ...serverEnv(), SOAK_SEED },
  })
}

/** Fails below the score that `stryker.config.mjs` asks for. */
async function mutants() {
  return await run(node, [at('node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', ...asked.slice(1)])
}
