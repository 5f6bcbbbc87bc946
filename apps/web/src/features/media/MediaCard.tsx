import { textLimits } from '@callboard/contract/limits'
import * as endpoints from '@callboard/contract/media'
import { useMutation } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/media/media.module.css'
import { send } from '#web/lib/api/api.ts'
import { explainedError } from '#web/lib/api/api-error.ts'
import { formatBytes } from '@callboard/contract/format'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'
import { CopyButton } from '#web/ui/buttons/CopyButton.tsx'
import { QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface MediaCardProps {
  media: endpoints.Media
}

/** An image with its actions. */
export function MediaCard({ media }: MediaCardProps) {
  const { name, url, thumbnailUrl, width, height, bytes, usedBy, isActive } = media
  return (
    <Stack as="li" minWidth={0} className={classes.card}>
      <a
        className={classes.picture}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open ${name}`}
      >
        <img src={thumbnailUrl} alt="" loading="lazy" />
      </a>
      <Stack gap={4} padding={12} flex={1}>
        <MediaName media={media} />
        <QuietText as="div" fontSize={13}>
          {width} × {height} · {formatBytes(bytes)} <ActiveTag isActive={isActive} />
        </QuietText>
        <QuietText as="div" fontSize={13}>
          {usedBy.length === 0 ? (
            'Used nowhere'
          ) : (
            <>
              Used by{' '}
              {usedBy.map((use) => (
                <Use key={use.id} use={use} />
              ))}
            </>
          )}
        </QuietText>
        <Row gap={8} wrap margin="auto 0 0" padding="8px 0 0">
          <CopyButton
            size="small"
            text={new URL(url, location.href).href}
            label="Copy address"
            done="Address copied."
          />
          <ChoiceButton media={media} />
          <DeleteButton media={media} />
        </Row>
      </Stack>
    </Stack>
  )
}

function Use({ use: { type, id, name } }: { use: endpoints.MediaUse }) {
  const to = {
    setting: paths.manageList('settings'),
    emailTemplate: paths.manageRecord('emailtemplates', id),
    menu: paths.manageRecord('menus', id),
  }[type]
  return (
    <>
      <Link to={to}>{type === 'setting' && name === 'logoUrl' ? 'Logo' : name}</Link>{' '}
    </>
  )
}

/** The name, which can be edited in place. */
function MediaName({ media: { id, name, revision } }: MediaCardProps) {
  const message = useMessage()
  const invalidate = useInvalidate()
  const [typed, setTyped] = useState<string>()
  const renaming = useMutation({
    mutationFn: (wanted: string) =>
      send(endpoints.updateMedia, { params: { id }, body: { name: wanted, revision } }),
    onSuccess: () => {
      setTyped(undefined)
      void invalidate('media')
    },
    onError: (error) => message.error(explainedError(error)),
  })
  if (typed === undefined)
    return (
      <Text as="div" breaks="anywhere" fontWeight={700}>
        {name}{' '}
        <Button size="small" type="link" aria-label={`Rename ${name}`} onClick={() => setTyped(name)}>
          Rename
        </Button>
      </Text>
    )
  const save = () => (typed.trim() === '' || typed === name ? setTyped(undefined) : renaming.mutate(typed))
  return (
    <Input
      aria-label={`Name of ${name}`}
      ref={(input) => input?.focus()}
      maxLength={textLimits.mediaName}
      value={typed}
      disabled={renaming.isPending}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={save}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setTyped(undefined)
      }}
    />
  )
}

/** Takes an image out of the choice where one is chosen, or back into it; its address works all the same. */
function ChoiceButton({ media: { id, name, isActive, revision } }: MediaCardProps) {
  const words = isActive ? 'Deactivate' : 'Activate'
  return (
    <ActionButton
      size="small"
      aria-label={`${words} ${name}`}
      action={() => send(endpoints.updateMedia, { params: { id }, body: { isActive: !isActive, revision } })}
      changes={['media']}
      done={isActive ? `${name} is no longer offered. Its address still works.` : `${name} is offered again.`}
    >
      {words}
    </ActionButton>
  )
}

function DeleteButton({ media: { id, name, usedBy } }: MediaCardProps) {
  const isUsed = usedBy.length > 0
  return (
    <ActionButton
      size="small"
      danger
      disabled={isUsed}
      aria-label={`Delete ${name}`}
      title={isUsed ? 'It is used' : undefined}
      question={{
        title: `Delete ${name}?`,
        content: 'Its address stops working, including in emails already sent.',
        okText: 'Delete',
      }}
      action={() => send(endpoints.deleteMedia, { params: { id } })}
      changes={['media']}
      done={`${name} is deleted.`}
    >
      Delete
    </ActionButton>
  )
}
