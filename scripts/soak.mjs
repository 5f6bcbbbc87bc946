// The tests tagged `soak` with many random cases, storms and kills: npm run soak [-- PART OF A PATH]
// Every case prints its seed; SOAK_SEED begins with that one.
import { endAs, run } from './child.mjs'
import { at, node } from './places.mjs'
import { serverEnv } from './server-env.mjs'
import { prepare } from './setup/prepare.mjs'

const { SOAK_SEED = String(Date.now() % 1_000_000_000) } = process.env
const args = ['run', '--project=server', '--tags-filter=soak', ...process.argv.slice(2)]

await prepare()
console.log(`SOAK_SEED=${SOAK_SEED}`)
endAs(
  await run(node, [at('node_modules/vitest/vitest.mjs'), ...args], { env: { ...serverEnv(), SOAK_SEED } }),
)
