import type { RoleAssignment } from '@callboard/contract/users'
import { Descriptions, Tag } from 'antd'
import { fullName, useCurrentUser } from '#web/lib/current-user.ts'
import { formatDate } from '#web/lib/time.ts'
import classes from '#web/pages/ProfilePage.module.css'
import { NoItems } from '#web/ui/NoItems.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export function ProfilePage() {
  const user = useCurrentUser()
  return (
    <PageFrame title="Your profile" description="Who you are here, and what you may do">
      <Panel title={fullName(user)}>
        <Descriptions
          column={1}
          items={[
            { key: 'firstName', label: 'First name', children: user.firstName || '–' },
            { key: 'lastName', label: 'Last name', children: user.lastName || '–' },
            { key: 'userName', label: 'User name', children: user.userName },
            { key: 'timeZone', label: 'Times are shown in', children: user.timeZone },
          ]}
        />
      </Panel>
      <Panel title="Roles">
        {user.userRoles.length === 0 && !user.isAdmin && (
          <NoItems reason="Nobody has given you a role yet." />
        )}
        <ul className={classes.list}>
          {user.isAdmin && <li>Administrator, with every right</li>}
          {user.userRoles.map((role) => (
            <li key={role.roleId}>
              {role.roleName} <span className={classes.dates}>{describeTerm(role, user.timeZone)}</span>
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
    </PageFrame>
  )
}

function describeTerm({ startDate, expiryDate }: RoleAssignment, timeZone: string): string {
  const from = startDate === null ? undefined : `from ${formatDate(startDate, timeZone)}`
  const until = expiryDate === null ? undefined : `until ${formatDate(expiryDate, timeZone)}`
  return [from, until].filter((part) => part !== undefined).join(' ')
}
