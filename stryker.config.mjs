// Mutants of the rules that need no portal, for `npm run soak`; vitest.mutation.config.ts has the facts about them.
const contract = 'packages/contract/src'
const server = 'apps/server/src'

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    // Periods and comparison
    `${contract}/{period,calendar,bucket-span,comparison}.ts`,
    `${server}/report-engine/{plan/period,sql/time-buckets,summary/answer-cells,summary/earlier-rows}.ts`,
    // Pivots, and the calls behind a figure
    `${server}/report-engine/summary/pivot-columns.ts`,
    `${contract}/{report-columns,report-drill}.ts`,
    // Relations of calls
    `${server}/features/ingest/{rows/classify,relations/relation-rules}.ts`,
    // Spans
    `${server}/features/recordings/redaction/spans.ts`,
    `${server}/audio/overwrite.ts`,
    // Recipients and schedules
    `${server}/features/subscriptions/{next-run,recipient-rules}.ts`,
    `${contract}/{cron,outside-addresses,schedule}.ts`,
    // Rights
    `${server}/access/rows/seen-rows.ts`,
    `${contract}/claims.ts`,
  ],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  clearTextReporter: { allowColor: false, reportTests: false },
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/data', '/docs', '/e2e', '/bench', '/test-results', 'dist'],
  // It would be rewritten with the API that TypeScript has no more.
  tsconfigFile: 'none',
  thresholds: { high: 95, low: 85, break: 85 },
  warnings: { slow: false },
}
