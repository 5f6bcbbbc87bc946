import { Attribute } from '@callboard/contract/attributes'
import { expectCreated } from '../expect-errors.ts'
import { openPortal, type Portal } from '../portal.ts'

/** What tests do with attributes of calls. */
export class AttributeClient {
  readonly portal: Portal

  private constructor(portal: Portal) {
    this.portal = portal
  }

  static async open(): Promise<AttributeClient> {
    return new AttributeClient(await openPortal())
  }

  async post(body: object, token = this.portal.admin.token) {
    return await this.portal.ask({ path: '/api/attribute', body, token })
  }

  async put(id: string, body: object) {
    return await this.portal.admin.ask({ method: 'PUT', path: `/api/attribute/${id}`, body })
  }

  /** A text unless said otherwise. */
  async declare(customerId: string, given: Partial<Attribute> & { key: string }): Promise<Attribute> {
    const answer = await this.post({ name: given.key, type: 'text', customerId, ...given })
    return Attribute.parse(expectCreated(answer))
  }
}
