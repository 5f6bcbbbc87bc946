import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { imagesQuery } from '#web/features/settings/queries.ts'
import classes from '#web/features/settings/settings.module.css'
import { paths } from '#web/lib/urls/paths.ts'
import { Row, Stack } from '#web/ui/layout.tsx'

interface MediaChoiceProps {
  id?: string
  /** The address of an image; empty for none. */
  value: string
  onChange: (address: string | null) => void
}

/** An image of the library, or none. */
export function MediaChoice({ id, value, onChange }: MediaChoiceProps) {
  const { data, isFetching } = useQuery(imagesQuery)
  const images = data?.items ?? []
  return (
    <Stack gap={8} align="flex-start" className={classes.image}>
      <Select
        {...(id !== undefined && { id })}
        value={value}
        loading={isFetching}
        onChange={(address) => onChange(address === '' ? null : address)}
        options={[
          { value: '', label: 'None: show the default mark', thumbnail: '' },
          ...images.map(({ url, name, thumbnailUrl }) => ({
            value: url,
            label: name,
            thumbnail: thumbnailUrl,
          })),
        ]}
        optionRender={renderOption}
      />
      {value !== '' && <img className={classes.chosen} src={value} alt="Selected logo" />}
      <Link to={paths.manageList('media')}>Add an image to the library</Link>
    </Stack>
  )
}

interface ImageOption {
  label?: ReactNode
  data: { thumbnail: string }
}

function renderOption({ label, data: { thumbnail } }: ImageOption) {
  return (
    <Row as="span" gap={8} align="center">
      {thumbnail !== '' && <img className={classes.thumbnail} src={thumbnail} alt="" />}
      {label}
    </Row>
  )
}
