import { useQuery } from '@tanstack/react-query'
import { Avatar, Button } from 'antd'
import { useLocation } from 'react-router'
import { fullName, initials } from '#web/lib/current-user.ts'
import { viewAs } from '#web/lib/masked-user.ts'
import { readSegment } from '#web/lib/paths.ts'
import { portalUsersQuery } from '#web/lib/portal-users-query.ts'
import classes from '#web/pages/SearchResultsPage.module.css'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

const longestKeyword = 200

/** What a keyword finds, in groups by type. */
export function SearchResultsPage() {
  // The router decodes an encoded slash twice: a keyword is what it was typed as.
  const { pathname } = useLocation()
  const keyword = readSegment(pathname.split('/')[3] ?? '')
    .trim()
    .slice(0, longestKeyword)
  const query = useQuery(portalUsersQuery(keyword))
  return (
    <PageFrame
      title={`Search results for “${keyword}”`}
      description="Active users; other records are not searched yet"
    >
      <Panel title="Users">
        <QueryState
          query={query}
          isEmpty={(users) => users.length === 0}
          emptyReason={`No active user has “${keyword}” in their names.`}
        >
          {(users) => (
            <ul className={classes.list}>
              {users.map((user) => (
                <li key={user.id} className={classes.user}>
                  <Avatar size={28} src={user.thumbnailUrl} alt="" aria-hidden>
                    {initials(fullName(user))}
                  </Avatar>
                  <span>{fullName(user)}</span>
                  <span className={classes.userName}>{user.userName}</span>
                  <Button
                    size="small"
                    aria-label={`View as ${fullName(user)}`}
                    onClick={() => viewAs(user.id)}
                  >
                    View as
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </Panel>
    </PageFrame>
  )
}
