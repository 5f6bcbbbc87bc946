import type { RoleAssignment } from '@callboard/contract/users'
import { Tag } from 'antd'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { endWords, startWords } from '#web/records/role-term.ts'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QuietText, Row, Stack } from '#web/ui/layout.tsx'

/** What a user may do, and through which roles. */
export function RightsPanels() {
  const user = useCurrentUser()
  return (
    <>
      <Panel title="Roles">
        {user.userRoles.length === 0 && !user.isAdmin && (
          <NoItems reason="Nobody has given you a role yet." />
        )}
        <Stack as="ul" gap={4}>
          {user.isAdmin && <li>Administrator, with every right</li>}
          {user.userRoles.map((role) => (
            <li key={role.roleId}>
              {role.roleName} <QuietText>{describeTerm(role, user.timeZone)}</QuietText>
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

function describeTerm(role: RoleAssignment, timeZone: string): string {
  const [from, until] = [startWords(role, timeZone), endWords(role, timeZone)]
  return [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ')
}
