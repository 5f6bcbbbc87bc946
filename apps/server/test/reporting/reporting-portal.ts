import { type RunReport, RunReportAnswer } from '@callboard/contract/reports'
import { expect } from 'vitest'
import type { z } from 'zod'
import { buildCall } from '../factory.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

/** A portal whose reports an administrator in New York runs over the calls of customers made for one question each. */
export interface ReportingPortal {
  test: TestApp
  token: string
  run(body: z.input<typeof RunReport>): Promise<RunReportAnswer>
  /** @returns the id of a new customer that has these calls */
  customerWith(calls: readonly Parameters<typeof buildCall>[0][]): Promise<string>
}

export async function openReportingPortal(): Promise<ReportingPortal> {
  const test = await openTestApp()
  const { token } = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
  return {
    test,
    token,
    async run(body) {
      const answer = await test.ask({ path: '/api/reporting/runreport', body, token })
      expect(answer.text.slice(0, 300)).not.toContain('"code"')
      return RunReportAnswer.parse(answer.json())
    },
    async customerWith(calls) {
      const customer = await test.make.customer()
      const key = await test.make.apiKey(customer.id)
      const answer = await test.sendCalls(
        key,
        calls.map((call) => buildCall(call)),
      )
      expect(answer).toMatchObject({ created: calls.length, rejected: [] })
      return customer.id
    },
  }
}
