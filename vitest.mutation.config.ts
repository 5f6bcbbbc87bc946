import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { conditionLimitMs } from './apps/server/test/time-limits.ts'
import { everywhere } from './vitest.config.ts'

/** The facts about rules that need no portal: what is run for each mutant of `stryker.config.mjs`. */
export default defineConfig({
  resolve: {
    // The copies that are mutated, not the packages that `node_modules` links to.
    alias: [
      { find: /^@callboard\/contract\/(.*)$/, replacement: pathOf('packages/contract/src/$1.ts') },
      { find: /^#server\/(.*)$/, replacement: pathOf('apps/server/src/$1') },
    ],
  },
  test: {
    environment: 'node',
    isolate: false,
    setupFiles: everywhere,
    provide: { isSoak: false, seed: 1, conditionLimitMs },
    include: [
      'packages/contract/src/*.test.ts',
      'apps/server/src/access/rows/seen-rows.test.ts',
      'apps/server/src/audio/overwrite.test.ts',
      'apps/server/src/features/ingest/{rows/classify,relations/relation-rules}.test.ts',
      'apps/server/src/features/recordings/redaction/spans.test.ts',
      'apps/server/src/features/subscriptions/{next-run,recipient-rules}.test.ts',
      'apps/server/src/report-engine/*/{answer-cells,earlier-rows,period,pivot-slots,time-buckets}.test.ts',
    ],
  },
})

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
