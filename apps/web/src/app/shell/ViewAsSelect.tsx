import { Select, type RefSelectProps } from 'antd'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import classes from '#web/app/shell/TopBar.module.css'
import { fullName, useCurrentUser, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { viewAs } from '#web/lib/session/view-as.ts'
import { isForAdministrators, paths } from '#web/lib/urls/paths.ts'
import { portalUserChoice } from '#web/records/choices/portal-user-choice.ts'
import { choicesQuery } from '#web/records/choices/record-choice.ts'
import { useTypedChoices } from '#web/records/choices/typed-choices.ts'

interface ViewAsSelectProps {
  isFocused?: boolean
}

/** Whom to view the portal as. */
export function ViewAsSelect({ isFocused = false }: ViewAsSelectProps) {
  const user = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const { pathname } = useLocation()
  const { found = [], selectProps } = useTypedChoices(choicesQuery(portalUserChoice))
  const ref = useRef<RefSelectProps>(null)
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [isFocused])
  return (
    <Select
      {...selectProps}
      ref={ref}
      className={classes.viewAs}
      aria-label="View as"
      placeholder="View as …"
      popupMatchSelectWidth={false}
      value={isViewingAs ? user.id : null}
      labelRender={() => fullName(user)}
      options={found}
      onSelect={(id) => viewAs(id, isForAdministrators(pathname) ? paths.root : undefined)}
    />
  )
}
