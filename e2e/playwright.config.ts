import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { keepTemporaryFoldersInMemory } from '../apps/server/test/temporary-folder.ts'
import { conditionLimitMs, testLimitMs } from '../apps/server/test/time-limits.ts'
import { prepareBrowser } from './browser.ts'

keepTemporaryFoldersInMemory()

/** They change users, so their journeys go one after the other. */
const inTurn = ['administration.spec.ts', 'specification-session.spec.ts']

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  globalSetup: './global-setup.ts',
  // The longest row of journeys first: while it goes on, the other workers have something to do.
  projects: [
    { name: 'in turn', testMatch: inTurn },
    { name: 'at once', testMatch: '*.spec.ts', testIgnore: inTurn },
  ],
  // Files run in parallel: each has demo users of its own, or does not change them.
  // A journey waits for half of its time.
  workers: Math.min(3, availableParallelism() + 1),
  timeout: testLimitMs,
  expect: { timeout: conditionLimitMs, toPass: { timeout: conditionLimitMs } },
  forbidOnly: true,
  use: {
    baseURL: process.env['PORTAL_URL'],
    // No page is open for as long as optimized code takes to pay off; code of the first tier costs less than to interpret.
    launchOptions: {
      ...(await prepareBrowser()),
      args: ['--js-flags=--no-maglev --no-opt --always-sparkplug'],
    },
    viewport: { width: 1366, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // What moves is drawn by the processor, and journeys wait for its end.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces would take longer than the journeys.
    actionTimeout: conditionLimitMs,
    navigationTimeout: conditionLimitMs,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
