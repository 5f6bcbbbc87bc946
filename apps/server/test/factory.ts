import { randomUUID } from 'node:crypto'
import type { CallInput } from '@callboard/contract/calls'
import type { Claim } from '@callboard/contract/claims'
import { standardSets } from '@callboard/contract/reports'
import type { Updateable } from 'kysely'
import type { z } from 'zod'
import { hashPassword } from '#server/access/sign-in/passwords.ts'
import { foldSignInName } from '#server/access/sign-in/sign-in-name.ts'
import { hashToken, newApiKey, newSessionToken } from '#server/access/sign-in/tokens.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import type { Db, EntityTable, SessionTable, UserTable } from '#server/db/tables/schema.ts'
import type { ReportToInstall } from '#server/setup/dashboard-reports.ts'
import { appendSetReports, insertReport, insertReportGroup } from '#server/setup/store.ts'

export type SentCall = z.input<typeof CallInput>

// A check takes what the hash says. What one takes that the portal made is measured by the bench.
const cheap = { memory: 8, passes: 1, parallelism: 1 }

let made = 0
const next = () => ++made

/** A call as a telephone system sends it: inbound and answered unless said otherwise. */
export function buildCall(given: Partial<SentCall> = {}): SentCall {
  const startedAt = given.startedAt ?? '2026-03-10T15:00:00.000Z'
  const duration = given.duration ?? 60
  return {
    externalCallId: `call-${next()}`,
    direction: 'inbound',
    status: 'answered',
    trackingNumber: '+18005550100',
    callerNumber: '+12125550147',
    startedAt,
    endedAt: new Date(Date.parse(startedAt) + duration * 1000).toISOString(),
    duration,
    ...given,
  }
}

export interface MadeUser {
  id: string
  userName: string
  token: string
}

interface GivenCustomer {
  code?: string
  name?: string
  timeZone?: string
  currency?: string
}

/** A customer whose telephone system sends calls. */
export interface Sender {
  id: string
  code: string
  key: string
}

/** Makes people, customers and groups for tests, with the writes the portal itself uses. */
export class Factory {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async customer(given: GivenCustomer = {}) {
    const code = given.code ?? `customer-${next()}`
    return await change(this.#db, systemActor, async (transaction) =>
      transaction
        .insertInto('customer')
        .values({
          name: given.name ?? `Customer ${code}`,
          code,
          time_zone: given.timeZone ?? 'America/New_York',
          ...(given.currency !== undefined && { currency: given.currency }),
        })
        .returning(['id', 'name', 'code'])
        .executeTakeFirstOrThrow(),
    )
  }

  async sender(given: GivenCustomer = {}): Promise<Sender> {
    const { id, code } = await this.customer(given)
    return { id, code, key: await this.apiKey(id) }
  }

  async apiKey(
    customerId: string,
    given: { rights?: string[]; expires_at?: Date; is_active?: boolean } = {},
  ): Promise<string> {
    const secret = newApiKey()
    await change(this.#db, systemActor, async (transaction) =>
      transaction
        .insertInto('api_key')
        .values({
          name: 'test',
          customer_id: customerId,
          secret_hash: hashToken(secret),
          rights: ['ingest'],
          ...given,
        })
        .execute(),
    )
    return secret
  }

  /** Signs in the administrator whom every portal has. */
  async admin(): Promise<MadeUser> {
    const userName = 'admin'
    const { id } = await this.#db
      .selectFrom('app_user')
      .where('user_name', '=', userName)
      .select('id')
      .executeTakeFirstOrThrow()
    return { id, userName, token: await this.session(id) }
  }

  /** A user who is signed in. */
  async user(
    given: {
      claims?: readonly Claim[]
      customerId?: string
      isAdmin?: boolean
      userName?: string
      email?: string
      password?: string
      /** `local` unless given. */
      loginProvider?: string
      timeZone?: string
      roleUntil?: Date
    } = {},
  ): Promise<MadeUser> {
    const userName = given.userName ?? `user-${next()}`
    const names = given.email === undefined ? [userName] : [userName, given.email]
    const passwordHash = given.password === undefined ? null : await hashPassword(given.password, cheap)
    const id = await change(this.#db, systemActor, async (transaction) => {
      const user = await transaction
        .insertInto('app_user')
        .values({
          user_name: userName,
          email: given.email ?? null,
          login_provider: given.loginProvider ?? 'local',
          customer_id: given.customerId ?? null,
          is_admin: given.isAdmin ?? false,
          time_zone: given.timeZone ?? null,
          password_hash: passwordHash,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await transaction
        .insertInto('sign_in_name')
        .values(names.map((name) => ({ folded: foldSignInName(name), user_id: user.id })))
        .execute()
      return user.id
    })
    if (given.claims !== undefined) await this.role(id, given.claims, given.roleUntil)
    return { id, userName, token: await this.session(id) }
  }

  async role(userId: string, claims: readonly Claim[], until?: Date): Promise<string> {
    return await change(this.#db, systemActor, async (transaction) => {
      const { id } = await transaction
        .insertInto('role')
        .values({ name: `Role ${next()}`, claims: [...claims] })
        .returning('id')
        .executeTakeFirstOrThrow()
      await transaction
        .insertInto('role_assignment')
        .values({ user_id: userId, role_id: id, expires_at: until ?? null })
        .execute()
      return id
    })
  }

  /** Gives a user a role that is there. */
  async assign(userId: string, roleId: string): Promise<void> {
    await change(this.#db, systemActor, async (transaction) =>
      transaction.insertInto('role_assignment').values({ user_id: userId, role_id: roleId }).execute(),
    )
  }

  /** Changes what is kept of a user. */
  async changeUser(id: string, values: Updateable<UserTable>): Promise<void> {
    await change(this.#db, systemActor, async (transaction) =>
      transaction.updateTable('app_user').set(values).where('id', '=', id).execute(),
    )
  }

  /** Changes when a user has their roles. */
  async changeRoles(
    userId: string,
    values: { start_at?: Date | null; expires_at?: Date | null },
  ): Promise<void> {
    await change(this.#db, systemActor, async (transaction) =>
      transaction.updateTable('role_assignment').set(values).where('user_id', '=', userId).execute(),
    )
  }

  async changeRole(
    id: string,
    values: { name?: string; is_active?: boolean; claims?: string[] },
  ): Promise<void> {
    await change(this.#db, systemActor, async (transaction) =>
      transaction.updateTable('role').set(values).where('id', '=', id).execute(),
    )
  }

  /** Changes when a session began, was used last or ended. */
  async changeSession(token: string, values: Updateable<SessionTable>): Promise<void> {
    await this.#db.updateTable('session').set(values).where('token_hash', '=', hashToken(token)).execute()
  }

  async session(userId: string): Promise<string> {
    const token = newSessionToken()
    const now = new Date()
    await this.#db
      .insertInto('session')
      .values({ token_hash: hashToken(token), user_id: userId, created_at: now, last_used_at: now })
      .execute()
    return token
  }

  /** A report group; with the standard reports unless sets are given. */
  async group(given: {
    userIds?: readonly string[]
    customerIds?: readonly string[]
    setIds?: readonly string[]
    isActive?: boolean
  }): Promise<string> {
    return await change(this.#db, systemActor, async (transaction) => {
      const id = await insertReportGroup(transaction, {
        name: `Group ${next()}`,
        description: '',
        setIds: given.setIds ?? Object.values(standardSets),
        userIds: given.userIds ?? [],
        customerIds: given.customerIds ?? [],
      })
      if (given.isActive === false) {
        await transaction.updateTable('report_group').set({ is_active: false }).where('id', '=', id).execute()
      }
      return id
    })
  }

  /** A stored report; a summary of all calls unless said otherwise. */
  async report(given: Partial<ReportToInstall> = {}): Promise<string> {
    const id = given.id ?? randomUUID()
    await change(this.#db, systemActor, async (transaction) =>
      insertReport(transaction, {
        name: `Report ${next()}`,
        description: '',
        kind: 'summary',
        definition: { measures: ['calls'] },
        parameters: [{ name: 'dateRange' }],
        ...given,
        id,
      }),
    )
    return id
  }

  async reportSet(reportIds: readonly string[]): Promise<string> {
    return await change(this.#db, systemActor, async (transaction) => {
      const { id } = await transaction
        .insertInto('report_set')
        .values({ name: `Set ${next()}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      await appendSetReports(transaction, { setId: id, reportIds })
      return id
    })
  }

  async entity(given: {
    type: EntityTable['type']
    code: string
    name?: string
    customerId?: string
    parentId?: string
    isActive?: boolean
  }): Promise<string> {
    const { id } = await change(this.#db, systemActor, async (transaction) =>
      transaction
        .insertInto('entity')
        .values({
          type: given.type,
          code: given.code,
          name: given.name ?? given.code,
          customer_id: given.customerId ?? null,
          parent_id: given.parentId ?? null,
          is_active: given.isActive ?? true,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }

  async entityGroup(given: {
    entityIds: readonly string[]
    userIds?: readonly string[]
    isActive?: boolean
  }): Promise<string> {
    return await change(this.#db, systemActor, async (transaction) => {
      const { id } = await transaction
        .insertInto('entity_group')
        .values({ name: `Entity group ${next()}`, is_active: given.isActive ?? true })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const entityId of given.entityIds) {
        await transaction
          .insertInto('entity_group_entity')
          .values({ entity_group_id: id, entity_id: entityId })
          .execute()
      }
      for (const userId of given.userIds ?? []) {
        await transaction
          .insertInto('entity_group_user')
          .values({ entity_group_id: id, user_id: userId })
          .execute()
      }
      return id
    })
  }
}
