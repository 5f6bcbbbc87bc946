import { Annotation, updateAnnotation } from '@callboard/contract/annotations'
import { z } from 'zod'
import type { Sender, SentCall } from '../factory.ts'
import { type Answer, openPortal, type Person, type Portal } from '../portal.ts'

const AnyCall = z.record(z.string(), z.unknown())

/** A customer whose calls somebody edits. */
export class AnnotationClient {
  readonly portal: Portal
  readonly editor: Person
  readonly customer: Sender
  /** Calls of which nobody has said anything yet. */
  unused: string[] = []

  private constructor(parts: Pick<AnnotationClient, 'portal' | 'editor' | 'customer'>) {
    this.portal = parts.portal
    this.editor = parts.editor
    this.customer = parts.customer
  }

  static async open(): Promise<AnnotationClient> {
    const portal = await openPortal()
    const customer = await portal.make.sender()
    const claims = ['call.edit', 'reporting.call.details', 'reporting.view'] as const
    const editor = await portal.make.user({ customerId: customer.id, claims })
    return new AnnotationClient({ portal, customer, editor })
  }

  /** Sends calls, and answers their ids. */
  async send(...calls: Partial<SentCall>[]): Promise<string[]> {
    return await this.portal.addCalls(this.customer.key, calls)
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

  async put(id: string, body: object, user = this.editor): Promise<Answer> {
    return await user.ask({ method: 'PUT', path: this.path(id), body })
  }

  async putAll(body: object, user = this.editor): Promise<Answer> {
    return await user.ask({ method: 'PUT', path: '/api/calls/annotations', body })
  }

  async undo(change: unknown, user = this.editor): Promise<Answer> {
    return await user.ask({ path: '/api/calls/annotations/undo', body: { change } })
  }

  async edit(id: string, body: object) {
    return ok(await this.put(id, body), updateAnnotation.response)
  }

  async get(id: string): Promise<Annotation> {
    return ok(await this.editor.ask({ path: this.path(id) }), Annotation)
  }

  async callOf(id: string): Promise<Record<string, unknown>> {
    return ok(await this.editor.ask({ path: `/api/calls/${id}` }), AnyCall)
  }
}

/** The body of an answer that is a success. */
export function ok<T>(answer: Answer, schema: z.ZodType<T>): T {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return schema.parse(answer.json())
}
