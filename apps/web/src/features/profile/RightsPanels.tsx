import type { RoleAssignment } from '@callboard/contract/users'
import { Tag } from 'antd'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { useNow } from '#web/lib/now.ts'
import { endWords, invalidTermWords, startWords } from '#web/records/role-term.ts'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QuietText, Row, Stack } from '#web/ui/layout.tsx'

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
          <Row gap={4} wrap>
            {user.claims.map((claim) => (
              <Tag key={claim}>{claim}</Tag>
            ))}
          </Row>
        </Panel>
      )}
    </>
  )
}

function describeTerm(role: RoleAssignment, reader: Parameters<typeof invalidTermWords>[1]): string {
  const invalid = invalidTermWords(role, reader)
  if (invalid !== undefined) return invalid
  const { timeZone } = reader
  const [from, until] = [startWords(role, timeZone), endWords(role, timeZone)]
  return [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ')
}
