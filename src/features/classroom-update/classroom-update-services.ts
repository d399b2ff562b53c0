import type { Endpoints } from '../../config/endpoints.ts';
import { type ClassroomLinks, createClassroomLinks } from '../../services/school-zone/classroom-links.ts';

export type ClassroomUpdateServices = ClassroomLinks;

export const createClassroomUpdateServices = (endpoints: Endpoints): ClassroomUpdateServices =>
  createClassroomLinks(endpoints);
