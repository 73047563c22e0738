import type { Feature } from "../../core/feature.ts";
import { uploadPortalRoutes } from "./portal-routes.ts";

export const uploadsFeature: Feature = {
  routes: uploadPortalRoutes,
  kept: {
    uploads: {
      title: { en: "Pictures", hi: "तस्वीरें" },
      columns: ["id", "purpose", "bytes", "width", "height", "created_at"],
      order: "created_at",
    },
  },
};
