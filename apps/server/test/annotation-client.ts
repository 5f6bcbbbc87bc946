import { Annotation, updateAnnotation } from '@callboard/contract/annotations'
import { z } from 'zod'
import { buildCall, type MadeUser, type SentCall } from './factory.ts'
import { type Answer, openTestApp, type TestApp } from './test-app.ts'

const Page = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
const AnyCall = z.record(z.string(), z.unknown())

/** The portal with a customer whose calls somebody edits. */
export class AnnotationClient {
  readonly app: TestApp
  readonly admin: MadeUser
  readonly editor: MadeUser
  readonly customer: { id: string }
  readonly key: string
  /** Calls of which nobody has said anything yet. */
  unused: string[] = []

  private constructor(parts: Pick<AnnotationClient, 'app' | 'admin' | 'editor' | 'customer' | 'key'>) {
    this.app = parts.app
    this.admin = parts.admin
    this.editor = parts.editor
    this.customer = parts.customer
    this.key = parts.key
  }

  static async open(): Promise<AnnotationClient> {
    const app = await openTestApp()
    const customer = await app.make.customer()
    const claims = ['call.edit', 'reporting.call.details', 'reporting.view'] as const
    return new AnnotationClient({
      app,
      customer,
      admin: await app.make.user({ isAdmin: true }),
      editor: await app.make.user({ customerId: customer.id, claims }),
      key: await app.make.apiKey(customer.id),
    })
  }

  async list(filters: object[], more: object = {}) {
    const body = { from: '2026-03-01', to: '2026-04-01', filters, ...more }
    const { token } = this.admin
    return ok(await this.app.ask({ path: '/api/reporting/calldetails', body, token }), Page).items
  }

  /** Sends calls, and answers their ids. */
  async send(...calls: Partial<SentCall>[]): Promise<string[]> {
    const built = calls.map((call) => buildCall(call))
    await this.app.sendCalls(this.key, built)
    const names = built.map((call) => call.externalCallId)
    const columns = ['id', 'externalCallId']
    const found = await this.list([{ field: 'externalCallId', op: 'in', values: names }], { columns })
    return names.map((name) => String(found.find(({ externalCallId }) => externalCallId === name)?.['id']))
  }

  /** A call of which nobody has said anything: several are sent at once. */
  async fresh(): Promise<string> {
    if (this.unused.length === 0)
      this.unused = await this.send(...Array.from({ length: 20 }, () => ({ note: 'sent', tags: ['a'] })))
    return this.unused.pop() ?? ''
  }

  path(id: string): string {
    return `/api/calls/${id}/annotation`
  }

  async put(id: string, body: object, token = this.editor.token): Promise<Answer> {
    return await this.app.ask({ method: 'PUT', path: this.path(id), body, token })
  }

  async putAll(body: object, token = this.editor.token): Promise<Answer> {
    return await this.app.ask({ method: 'PUT', path: '/api/calls/annotations', body, token })
  }

  async undo(change: unknown, token = this.editor.token): Promise<Answer> {
    return await this.app.ask({ path: '/api/calls/annotations/undo', body: { change }, token })
  }

  async edit(id: string, body: object) {
    return ok(await this.put(id, body), updateAnnotation.response)
  }

  async get(id: string): Promise<Annotation> {
    return ok(await this.app.ask({ path: this.path(id), token: this.editor.token }), Annotation)
  }

  async callOf(id: string): Promise<Record<string, unknown>> {
    return ok(await this.app.ask({ path: `/api/calls/${id}`, token: this.editor.token }), AnyCall)
  }
}

/** The body of an answer that is a success. */
export function ok<T>(answer: Answer, schema: z.ZodType<T>): T {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return schema.parse(answer.json())
}
