#!/bin/sh
# ffmpeg's OpenCL filters over a synthetic video; prints the MD5 of every frame. ffmpeg_filters.sh FILTER...
device="-hide_banner -v error -init_hw_device opencl=ocl:0.0 -filter_hw_device ocl"
pattern() { printf -- "-f lavfi -i %s=size=%s:rate=5:duration=0.6" "$1" "$2"; }
for filter in "$@"; do
    echo "# $filter"
    case $filter in
    overlay_opencl* | xfade_opencl*)
        ffmpeg $device $(pattern testsrc2 160x120) $(pattern testsrc 160x120) -filter_complex \
            "[0]format=yuv420p,hwupload[a];[1]format=yuv420p,hwupload[b];[a][b]$filter,hwdownload,format=yuv420p" \
            -f framemd5 - | grep -v '^#' ;;
    colorkey_opencl*)
        ffmpeg $device $(pattern testsrc2 160x120) -vf "format=rgba,hwupload,$filter,hwdownload,format=rgba" \
            -f framemd5 - | grep -v '^#' ;;
    *)
        ffmpeg $device $(pattern testsrc2 160x120) -vf "format=yuv420p,hwupload,$filter,hwdownload,format=yuv420p" \
            -f framemd5 - | grep -v '^#' ;;
    esac
done
