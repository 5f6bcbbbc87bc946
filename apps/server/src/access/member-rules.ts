import {
  deleteMembers,
  insertMembers,
  listMemberUsers,
  type MemberLink,
  selectUnknownMember,
} from '../db/records/member-links.ts'
import type { Db, Transaction } from '../db/tables/schema.ts'
import { AppError, notFound } from '../lib/app-error.ts'
import { changeBy } from './callers/actor.ts'
import type { Caller } from './callers/caller.ts'

interface Members {
  groupId: string
  ids: readonly string[]
}

/** Adding those that are in the group already changes nothing. Throws `invalid` under `field` for one that is unknown. */
export async function insertKnownMembers(
  transaction: Transaction,
  link: MemberLink,
  { field, ...members }: Members & { field: string },
): Promise<void> {
  const unknown = await selectUnknownMember(transaction, link, members.ids)
  if (unknown !== undefined) throw new AppError('invalid', `There is no ${link.name} ${unknown}.`, { field })
  await insertMembers(transaction, link, members)
}

/** A group, and those who join or leave it, as endpoints name them: `{ id, setId }`, `{ groupId, userIds }`. */
type AskedMembers<Field extends string> = ({ id: string } | { groupId: string }) & {
  readonly [Name in Field]: string | readonly string[]
}

type RequireGroup = (db: Db, caller: Caller, group: { id: string }) => Promise<unknown>

/**
 * The rules of the members of a group that endpoints name in this field. `require` throws `notFound` unless the group is
 * there.
 */
export function memberRules<const Field extends string>(
  { link, field }: { link: MemberLink; field: Field },
  require: RequireGroup,
) {
  const membersOf = (asked: AskedMembers<Field>): Members => ({
    groupId: 'id' in asked ? asked.id : asked.groupId,
    ids: [asked[field]].flat(),
  })
  return {
    add: async (db: Db, caller: Caller, asked: AskedMembers<Field>): Promise<undefined> => {
      const members = membersOf(asked)
      await changeBy(db, caller, async (transaction) => {
        await require(transaction, caller, { id: members.groupId })
        await insertKnownMembers(transaction, link, { ...members, field })
      })
    },
    /** Throws `notFound`, and removes nothing, when one of them is not in the group. */
    remove: async (db: Db, caller: Caller, asked: AskedMembers<Field>): Promise<undefined> => {
      const members = membersOf(asked)
      await changeBy(db, caller, async (transaction) => {
        const count = await deleteMembers(transaction, link, members)
        if (count < new Set(members.ids).size) throw notFound()
      })
    },
  }
}

/** The same for the users of a group; `list` finds them. */
export function userMemberRules<const Field extends string>(
  members: { link: MemberLink; field: Field },
  require: RequireGroup,
) {
  return {
    ...memberRules(members, require),
    list: async (db: Db, caller: Caller, search: Parameters<typeof listMemberUsers>[2]) => {
      await require(db, caller, search)
      return await listMemberUsers(db, members.link, search)
    },
  }
}
