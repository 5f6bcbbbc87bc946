import { LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '#web/app/log-out.ts'
import classes from '#web/app/shell/UserPanel.module.css'
import { useThemeChoice } from '#web/lib/theme-choice.ts'
import { fullName, useCurrentUser } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { systemSettingsQuery } from '#web/lib/system-settings-query.ts'

interface UserPanelProps {
  onDone: () => void
}

export function UserPanel({ onDone }: UserPanelProps) {
  const user = useCurrentUser()
  const version = useQuery(systemSettingsQuery).data?.version
  const { isDark, choose } = useThemeChoice()
  const navigate = useNavigate()
  const themeId = useId()
  return (
    <div className={classes.panel} role="dialog" aria-label="Account">
      <div className={classes.who}>
        <strong className={classes.name}>{fullName(user)}</strong>
        <span className={classes.userName}>{user.userName}</span>
      </div>
      <Button
        type="text"
        block
        autoFocus
        className={classes.entry}
        icon={<UserOutlined aria-hidden />}
        onClick={() => {
          onDone()
          void navigate(paths.profile)
        }}
      >
        Profile
      </Button>
      <div className={classes.theme}>
        <label htmlFor={themeId}>Dark theme</label>
        <Switch id={themeId} size="small" checked={isDark} onChange={choose} />
      </div>
      <Button
        type="text"
        block
        className={classes.entry}
        icon={<LogoutOutlined aria-hidden />}
        onClick={() => void logOut()}
      >
        Logout
      </Button>
      {version !== undefined && <div className={classes.version}>Version {version}</div>}
    </div>
  )
}
