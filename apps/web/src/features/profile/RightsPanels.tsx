import { claimGroups, wordsOfOwnRight } from '@callboard/contract/claim-words'
import type { RoleAssignment } from '@callboard/contract/users'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { useNow } from '#web/lib/now.ts'
import { endWords, invalidTermWords, startWords } from '#web/records/role-term.ts'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Grid, QuietText, Stack } from '#web/ui/layout.tsx'

/** What a user may do, and through which roles. */
export function RightsPanels() {
  const user = useCurrentUser()
  const now = useNow()
  return (
    <>
      <Panel title="Roles">
        {user.userRoles.length === 0 && !user.isAdmin && <NoItems reason="You have no roles yet." />}
        <Stack as="ul" gap={4}>
          {user.isAdmin && <li>Administrator, with every right</li>}
          {user.userRoles.map((role) => (
            <li key={role.roleId}>
              {role.roleName} <QuietText>{describeTerm(role, { timeZone: user.timeZone, now })}</QuietText>
            </li>
          ))}
        </Stack>
      </Panel>
      {!user.isAdmin && user.claims.length > 0 && (
        <Panel title="Rights">
          <Stack gap={12}>
            {groupsOf(user.claims).map(({ name, claims }) => (
              <Stack key={name} gap={4}>
                <strong>{name}</strong>
                <Grid as="ul" gap="4px 16px" columns={columns} aria-label={name}>
                  {claims.map((claim) => (
                    <li key={claim} title={claim}>
                      {wordsOfOwnRight(claim)}
                    </li>
                  ))}
                </Grid>
              </Stack>
            ))}
          </Stack>
        </Panel>
      )}
    </>
  )
}

const columns = 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))'

/** In the groups and the order in which rights are given; those that the portal does not know come last. */
function groupsOf(held: readonly string[]): { name: string; claims: readonly string[] }[] {
  const known = claimGroups.map(({ name, claims }) => ({
    name,
    claims: claims.map(({ claim }) => claim).filter((claim) => held.includes(claim)),
  }))
  const all = known.flatMap(({ claims }): readonly string[] => claims)
  const others = { name: 'Others', claims: held.filter((claim) => !all.includes(claim)) }
  return [...known, others].filter(({ claims }) => claims.length > 0)
}

function describeTerm(role: RoleAssignment, reader: Parameters<typeof invalidTermWords>[1]): string {
  const invalid = invalidTermWords(role, reader)
  if (invalid !== undefined) return invalid
  const { timeZone } = reader
  const [from, until] = [startWords(role, timeZone), endWords(role, timeZone)]
  return [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ')
}
