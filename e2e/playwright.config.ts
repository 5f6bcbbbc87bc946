import { defineConfig } from '@playwright/test'
import { browserLaunch } from './browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/journeys',
  globalSetup: './once-per-run.ts',
  // Files run side by side: each has users of the demo of its own, or changes nothing of them.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env['PORTAL_URL'],
    launchOptions: await browserLaunch(),
    viewport: { width: 1366, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A trace of every journey would take longer than the journeys.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
