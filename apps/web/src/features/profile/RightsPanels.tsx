import type { RoleAssignment } from '@callboard/contract/users'
import { Tag } from 'antd'
import classes from '#web/features/profile/profile.module.css'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { endWords, startWords } from '#web/lib/role-term.ts'
import { NoItems } from '#web/ui/NoItems.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** What a user may do, and through which roles. */
export function RightsPanels() {
  const user = useCurrentUser()
  return (
    <>
      <Panel title="Roles">
        {user.userRoles.length === 0 && !user.isAdmin && (
          <NoItems reason="Nobody has given you a role yet." />
        )}
        <ul className={classes.list}>
          {user.isAdmin && <li>Administrator, with every right</li>}
          {user.userRoles.map((role) => (
            <li key={role.roleId}>
              {role.roleName} <span className={classes.quiet}>{describeTerm(role, user.timeZone)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      {!user.isAdmin && user.claims.length > 0 && (
        <Panel title="Rights">
          <div className={classes.rights}>
            {user.claims.map((claim) => (
              <Tag key={claim}>{claim}</Tag>
            ))}
          </div>
        </Panel>
      )}
    </>
  )
}

function describeTerm(role: RoleAssignment, timeZone: string): string {
  const [from, until] = [startWords(role, timeZone), endWords(role, timeZone)]
  return [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ')
}
