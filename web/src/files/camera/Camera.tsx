import { Suspense } from 'react';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import type { TakePhotoProps } from './TakePhoto.tsx';

const TakePhoto = lazyExtra(() => import('./TakePhoto.tsx'));

/** A phone or tablet: its file fields open the camera. */
export const hasCamera = () => matchMedia('(pointer: coarse)').matches;

/** The camera's button, on devices that have one. */
export function Camera(props: TakePhotoProps) {
  return <Suspense>{hasCamera() && <TakePhoto {...props} />}</Suspense>;
}
